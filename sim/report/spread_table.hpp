// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/table.hpp"
#include "sim/study/study.hpp"

namespace clustersim {

/// The turnaround of the jobs for which several sources of uncertainty widen its range, and what each source alone
/// does. No rows if there are none.
Table spread_table(Study const& study);

/// A line that explains the columns, if the table has rows.
std::string spread_notes(Study const& study);

}  // namespace clustersim
