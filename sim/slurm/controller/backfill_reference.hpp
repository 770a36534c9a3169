// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// One backfill cycle as Slurm executes it, without a shortcut (spec 4). `Backfill` gives the same starts in less time.
void backfill_reference(ClusterState& state);

}  // namespace clustersim::slurm
