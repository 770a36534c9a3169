// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/compare/comparison_rank.hpp"
#include "sim/report/table.hpp"
#include "sim/study/study.hpp"

#include <string>

namespace clustersim {

/// One row per job and machine, grouped by question: what is equal but for the machine. The best machine comes first. Throughput and turnaround are
/// also given relative to the best machine of the group.
Table comparison_table(Study const& study, RankBy by = RankBy::cost);

/// The lines after the table: what its columns mean, terms, and what is particular to single jobs.
std::string comparison_notes(Study const& study);

}  // namespace clustersim
