// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// Closes a job for good, in its final state. `waited`: it was pending until now.
void settle(ClusterState& state, JobSlot slot, bool waited);
/// Removes a pending job from the queue for good.
void end_pending(ClusterState& state, JobSlot slot, JobState final_state, Reason reason);

}  // namespace clustersim::slurm
