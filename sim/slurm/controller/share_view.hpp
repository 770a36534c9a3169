// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/snapshot.hpp"

#include <vector>

namespace clustersim::slurm {

/// The tree of associations with shares and usage at the last calculation, depth first, users of an
/// account before the accounts below it, each by name. Empty without accounting.
std::vector<ShareView> view_shares(ClusterState const& state);

}  // namespace clustersim::slurm
