// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/table.hpp"
#include "sim/study/study.hpp"

#include <string>

namespace clustersim {

/// Waits, slowdowns and utilisation of all jobs of each queue that the study observed; empty if it observed none.
Table whole_queue_table(Study const& study);

/// The changes of every run against the first one, if the study shows them.
Table change_table(Study const& study);

/// What the numbers of these tables mean.
std::string queue_table_notes(Study const& study);

}  // namespace clustersim
