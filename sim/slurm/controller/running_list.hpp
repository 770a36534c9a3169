// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// Puts a job that starts among the running ones, by its expected end.
void list_running(ClusterState& state, JobSlot slot);
void unlist_running(ClusterState& state, JobSlot slot);
/// Puts a running job where its expected end belongs; call after a change of `end`.
void sort_running(ClusterState& state, JobSlot slot);
/// The job's nodes, and those of each running job that has several.
NodesInUse nodes_in_use(ClusterState const& state, Job const& job);

}  // namespace clustersim::slurm
