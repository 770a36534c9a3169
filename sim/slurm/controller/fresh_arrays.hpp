// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// A single job is eligible from its submission. An array becomes eligible, and starts to gain age,
/// when the queue is next walked: by a scheduler, or by a later submission that checks whether it
/// has the highest priority (observed with Slurm 22.05.8).
void add_fresh_array(ClusterState& state, JobSlot array);

/// A submission walks the pending jobs in the order of their creation, up to the first one that is
/// before it in the queue.
void pass_fresh_arrays(ClusterState& state, JobSlot submitted);

/// A scheduler walks all of them.
void see_fresh_arrays(ClusterState& state);

}  // namespace clustersim::slurm
