// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolved_run.hpp"
#include "sim/study/job_outcome.hpp"

#include <span>
#include <vector>

namespace clustersim {

/// Moves the starts of jobs that wait for the last submission of a run with checkpoints, and of those that wait for
/// them, to after its end in the same replicate. Assumes that the queue is then as at the submission: the wait once
/// eligible stays the same. In a replicate in which such a run has no end, they never start. The forecasts of the
/// runs with checkpoints are known; `outcomes` and `jobs` are in the same order.
void settle_after_chains(std::vector<JobOutcome>& outcomes, std::span<ResolvedJob const> jobs);

}  // namespace clustersim
