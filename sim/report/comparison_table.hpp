// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"
#include "sim/report/table.hpp"
#include "sim/study/study.hpp"

#include <string>

namespace clustersim {

/// The runs of several machines, grouped by job and variant, machines in the requested order. Throughput and turnaround
/// are relative to the group's best, which is 1.00.
Table comparison_table(Study const& study);

/// The table with heading and notes, or the plain values in CSV and JSON.
std::string comparison_text(Study const& study, Format format);

}  // namespace clustersim
