// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

enum class DependencyState { fulfilled, open, never };

/// Where a job's dependencies stand now (spec 1.10).
DependencyState test_dependencies(ClusterState const& state, Job const& job);

}  // namespace clustersim::slurm
