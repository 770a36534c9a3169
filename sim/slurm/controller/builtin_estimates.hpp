// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// Start estimates of sched/builtin (spec 3.8.2): jobs in order, none before an earlier one with
/// common nodes.
void estimate_in_order(ClusterState& state);

}  // namespace clustersim::slurm
