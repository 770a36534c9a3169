// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/queue_now.hpp"

namespace clustersim::slurm {

/// Gives a running job the nodes, cores and devices that a queue recorded. Cores or devices that it did not record
/// are the first free ones. Returns true if some were not recorded.
bool hold_recorded_nodes(ClusterState& state, QueuedJob const& from, JobSlot slot);

}  // namespace clustersim::slurm
