// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

#include <optional>
#include <string>

namespace clustersim::slurm {

/// A running job stops where it is: it keeps what it holds, its time limit does not run. Any other job
/// is left alone.
void stop_job(ClusterState& state, JobSlot slot);
/// A suspended job goes on: it has as much of its limit left as when it stopped.
void continue_job(ClusterState& state, JobSlot slot);

/// `scontrol suspend`: the job gives its cores back and keeps memory and devices, until
/// `scontrol resume`. The answer is Slurm's message.
std::optional<std::string> suspend_by_admin(ClusterState& state, JobSlot slot);
std::optional<std::string> resume_by_admin(ClusterState& state, JobSlot slot);

/// How long its run has been suspended up to now.
Seconds suspended_time(Job const& job, Instant now);
/// Whether jobs run that will go on by themselves.
bool somebody_runs(ClusterState const& state);

}  // namespace clustersim::slurm
