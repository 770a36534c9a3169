// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

#include <optional>

namespace clustersim::slurm {

/// The first second without a completing job that was killed in the last CompleteWait seconds,
/// assuming that none of them finishes before; absent if there is no such job (spec 10.2). Until
/// then no scheduler allocates anything.
std::optional<Instant> complete_wait_over(ClusterState const& state);

/// Nodes of the partitions with such jobs: with reduce_completing_frag the main scheduler treats
/// partitions on these nodes as blocked and continues with the others (spec 3.2.5).
NodeSet completing_partitions(ClusterState const& state);

}  // namespace clustersim::slurm
