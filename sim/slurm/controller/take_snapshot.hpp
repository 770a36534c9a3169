// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/snapshot.hpp"

namespace clustersim::slurm {

/// The current state of a controller as Slurm's commands show it. Accounting is not included: it
/// comes from an AccountingLog that has observed the controller from the beginning.
Snapshot take_snapshot(ClusterState const& state);

}  // namespace clustersim::slurm
