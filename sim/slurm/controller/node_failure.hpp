// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/request/admin_command.hpp"

namespace clustersim::slurm {

/// What an administrator says of nodes takes effect (spec 10.3, 10.4): jobs on a node that goes down
/// are requeued or end; a drained one finishes what it has. With ReturnToService=2 a node comes back
/// at once when it is told to kill a job, unless the reason says that it does not respond.
void change_nodes(ClusterState& state, NodeUpdate const& update);

}  // namespace clustersim::slurm
