// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/metric_columns.hpp"
#include "sim/study/study.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// The question that a row answers. Rows of the same question differ only by machine.
std::string question_of(AnswerRow const& row);

/// The machines of one question, the best first; or all questions to the only machine.
struct ComparedQuestion {
    std::string name;  ///< "train gpus=32", or the machine
    std::vector<AnswerRow> rows;
    bool one_machine = false;
};

/// What tells a row from the others: its machine, or its question.
std::string row_name(ComparedQuestion const& question, AnswerRow const& row);

/// What orders machines: cost and then run time, or the end of the work if there is evidence of the waits.
enum class RankBy { cost, end };

/// All questions, those that a machine cannot answer at their place in the sweep. A machine on which
/// the job does not always start comes last. Several questions to one machine are one table, in their order.
std::vector<ComparedQuestion> ranked_questions(Study const& study, RankBy by);

/// Which machine is best, by what, and how sure that is, in one line; empty if nothing tells the machines apart.
std::string best_machine(ComparedQuestion const& question, RankBy by);

/// What all rows of a question have in common: "32 GPUs, 512 samples a step, 20,000 steps"; or that they do not.
std::string common_work(ComparedQuestion const& question);

}  // namespace clustersim
