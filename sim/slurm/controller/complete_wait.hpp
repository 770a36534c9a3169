// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

#include <optional>

namespace clustersim::slurm {

/// The first second at which no job is completing that was killed in the last CompleteWait seconds,
/// should none of them finish before; absent when none is (spec 10.2). Until then no scheduler
/// allocates anything.
std::optional<Instant> complete_wait_over(ClusterState const& state);

/// Nodes of the partitions that such jobs leave: with reduce_completing_frag the main scheduler takes
/// partitions on them for blocked, and looks at the others (spec 3.2.5).
NodeSet completing_partitions(ClusterState const& state);

}  // namespace clustersim::slurm
