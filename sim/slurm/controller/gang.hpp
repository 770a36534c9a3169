// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// Gang scheduling, PreemptMode=…,GANG (spec 7.5.2): jobs with the same cores run in turn, and jobs
/// of a partition are suspended for those of a higher PriorityTier. Without GANG these functions do
/// nothing.

/// A job was allocated: it runs, or waits for its turn; jobs of lower partitions on its cores are
/// suspended.
void gang_start(ClusterState& state, JobSlot slot);
/// A job ends: jobs suspended for it are resumed.
void gang_end(ClusterState& state, JobSlot slot);
/// A time slice is over: jobs that ran go to the end of the list of their partition.
void gang_turn(ClusterState& state);
/// True if a job waits for the next turn.
bool gang_waits(GangState const& gang);

}  // namespace clustersim::slurm
