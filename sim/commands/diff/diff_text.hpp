// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/diff/diff_answer.hpp"
#include "sim/report/table.hpp"

#include <string>

namespace clustersim {

/// Waits of each class of jobs on both sides, and the use of the machine.
Table diff_class_table(DiffPair const& pair);
Table diff_machine_table(DiffPair const& pair);
/// Who waits less, who waits longer, and all jobs: one line each.
std::string diff_summary(DiffPair const& pair);
/// What the intervals mean.
std::string diff_terms(DiffAnswer const& answer);

/// Who gains and who loses, then the waits of each class and the use of the machine. CSV has one row for each number.
std::string diff_text(DiffAnswer const& answer, Format format);

}  // namespace clustersim
