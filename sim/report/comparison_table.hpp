// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"
#include "sim/report/table.hpp"
#include "sim/study/study.hpp"

#include <string>

namespace clustersim {

/// The runs of several machines side by side, grouped by job and variant, machines in the order
/// asked for. Throughput and turnaround are relative to the group's best: 1.00.
Table comparison_table(Study const& study);

/// The table with its heading and notes, or the plain values in the machine formats.
std::string comparison_text(Study const& study, Format format);

}  // namespace clustersim
