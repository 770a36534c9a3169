// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/table.hpp"
#include "sim/study/compare.hpp"
#include "sim/study/study.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace clustersim {

/// One row per job and machine, grouped by question: what is equal but for the machine. Throughput and turnaround are
/// also given relative to the best machine of the group.
Table comparison_table(Study const& study);

/// The lines after the table: what its columns mean, terms, and what is particular to single jobs.
std::string comparison_notes(Study const& study);

/// The comparison for people, with notes, or its values.
std::string
comparison_text(Study const& study, std::vector<ImpossibleRun> const& impossible, Format format);

}  // namespace clustersim
