// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/metric_columns.hpp"
#include "sim/study/study.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// The question that a row answers. Rows of the same question differ only by machine.
std::string question_of(AnswerRow const& row);

/// The machines of one question, the best first.
struct ComparedQuestion {
    std::string name;  ///< "train gpus=32"
    std::vector<AnswerRow> rows;
};

/// What orders machines: cost and then run time, or the end of the work if there is evidence of the waits.
enum class RankBy { cost, end };

/// All questions, those that a machine cannot answer at their place in the sweep. A machine on which
/// the job does not always start comes last.
std::vector<ComparedQuestion> ranked_questions(Study const& study, RankBy by);

/// Which machine is best, by what, and how sure that is, in one line; empty if nothing tells the machines apart.
std::string best_machine(ComparedQuestion const& question, RankBy by);

/// What all rows of a question have in common: "32 GPUs, 512 samples a step, 20,000 steps"; or that they do not.
std::string common_work(ComparedQuestion const& question);

}  // namespace clustersim
