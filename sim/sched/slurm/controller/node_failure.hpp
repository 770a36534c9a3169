// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/sched/slurm/controller/cluster_state.hpp"
#include "sim/sched/slurm/request/admin_command.hpp"

namespace clustersim::slurm {

/// What an administrator says of a node takes effect (spec 10.3, 10.4): jobs on a node that goes down
/// are requeued or end; a drained one finishes what it has. Call refresh_available() afterwards.
void change_node(ClusterState& state, std::int32_t node, NodeStateChange change);

}  // namespace clustersim::slurm
