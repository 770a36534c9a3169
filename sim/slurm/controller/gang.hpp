// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

#include <vector>

namespace clustersim::slurm {

/// Gang scheduling, PreemptMode=…,GANG (spec 7.5.2): jobs with the same cores run in turn, and jobs
/// of a partition are suspended for those of a higher PriorityTier. Without GANG these functions do
/// nothing. Each event returns the running jobs whose place a job of a higher partition has taken: the
/// caller must displace() them.

/// A job was allocated: it runs, or waits for its turn; jobs of lower partitions on its cores are
/// suspended.
[[nodiscard]] std::vector<JobSlot> gang_start(ClusterState& state, JobSlot slot);
/// A job ends: jobs suspended for it are resumed.
[[nodiscard]] std::vector<JobSlot> gang_end(ClusterState& state, JobSlot slot);
/// A time slice is over: jobs that ran go to the end of the list of their partition.
[[nodiscard]] std::vector<JobSlot> gang_turn(ClusterState& state);
/// True if a job waits for the next turn.
bool gang_waits(GangState const& gang);

}  // namespace clustersim::slurm
