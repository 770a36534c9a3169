// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/diff/diff_answer.hpp"
#include "sim/commands/diff/diff_question.hpp"
#include "sim/study/answered.hpp"
#include "sim/study/run_options.hpp"

namespace clustersim {

/// Reads, simulates and compares the sides of the question. The problems of all sides are found at once, before
/// anything is simulated.
Answered<DiffAnswer> diff(DiffQuestion const& question, RunOptions const& options);

}  // namespace clustersim
