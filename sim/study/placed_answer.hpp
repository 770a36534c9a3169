// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/scenario/resolved_run.hpp"
#include "sim/study/job_outcome.hpp"

#include <memory>

namespace clustersim {

/// The run of the replicate with the median run time, which is the answer; null if the run time does not depend on the
/// nodes, or no run was simulated.
std::shared_ptr<TrainingRun const> median_training_run(JobOutcome const& outcome);

/// Sets how long the job of every replicate held its nodes. If that depends on the nodes, the
/// outcome becomes that of the replicate with the median run time: its step, cost and energy; the
/// range of the run time is that of the models over all replicates, and the single batches of all
/// are put together. Reports replicates in which the limit ends a job that would have met it on a
/// typical placement.
void settle_runs(JobOutcome& outcome,
                 ResolvedJob const& job,
                 ResolvedRun const& run,
                 Diagnostics& warnings);

}  // namespace clustersim
