// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// Suspends a running job: it keeps its allocation and its time limit is paused. Other jobs are
/// unchanged.
void stop_job(ClusterState& state, JobSlot slot);
/// Resumes a suspended job with the time limit that remained when it was suspended.
void continue_job(ClusterState& state, JobSlot slot);

/// Total suspended time of the current run.
Seconds suspended_time(Job const& job, Instant now);
/// True if there are running jobs that will continue without a command.
bool somebody_runs(ClusterState const& state);

}  // namespace clustersim::slurm
