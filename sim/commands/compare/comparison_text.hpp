// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/compare/comparison_rank.hpp"
#include "sim/report/table.hpp"
#include "sim/study/compare.hpp"
#include "sim/study/study.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// The answer to each question in a few columns: which machine is best, and a table of the machines.
struct ShortComparison {
    std::string heading;  ///< what all rows do: "train gpus=32: 512 samples a step"
    std::string best;     ///< empty if nothing tells the machines apart
    Table table;
    std::vector<AnswerRow> rows;        ///< those of the table
    std::vector<std::string> left_out;  ///< names of rows that are not in the table, in its order
};

/// Whether a table has what each site charges, in its own unit: no two machines can be compared by it.
enum class Bills { shown, of_one_question };

std::vector<ShortComparison> short_comparisons(Study const& study, RankBy by, Bills bills);

/// The comparison for people: what is best first, then one screen, or with Format::detail every column and note; or its
/// values. Documents, in Markdown or LaTeX, have all columns.
std::string comparison_text(Study const& study,
                            std::vector<ImpossibleRun> const& impossible,
                            Format format,
                            RankBy by = RankBy::cost);

}  // namespace clustersim
