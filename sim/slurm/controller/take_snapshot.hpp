// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/snapshot.hpp"

namespace clustersim::slurm {

/// The present of a controller as Slurm's commands show it. The accounting is not in it: that comes
/// from an AccountingLog which has observed the controller from the beginning.
Snapshot take_snapshot(ClusterState const& state);

}  // namespace clustersim::slurm
