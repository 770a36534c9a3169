// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/request/admin_command.hpp"

namespace clustersim::slurm {

/// Applies an administrator's update of nodes (spec 10.3, 10.4): jobs on a node that goes down are
/// requeued or end; a drained node finishes its jobs. With ReturnToService=2 a node returns to
/// service when slurmctld asks it to kill a job, unless its reason says that it does not respond.
void change_nodes(ClusterState& state, NodeUpdate const& update);

/// The next failure, repair or outage (node_events.hpp), which must be due. The node goes DOWN when slurmctld notices,
/// SlurmdTimeout after it stopped responding, and returns by a command of its administrator or by itself.
void take_node_event(ClusterState& state);

}  // namespace clustersim::slurm
