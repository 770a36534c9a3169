// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// Gang scheduling, PreemptMode=…,GANG (spec 7.5.2): jobs that were given the same cores take turns on
/// them, and jobs of a partition stand back from those of higher PriorityTier. Nothing happens without
/// GANG.

/// A job has started: it runs, or waits for its turn; jobs of lower partitions on its cores stop.
void gang_start(ClusterState& state, JobSlot slot);
/// A job leaves: those that stood back for it go on.
void gang_end(ClusterState& state, JobSlot slot);
/// A time slice is over: who ran goes to the end of the line of its partition.
void gang_turn(ClusterState& state);
/// Whether somebody waits for the next turn.
bool gang_waits(GangState const& gang);

}  // namespace clustersim::slurm
