// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// Whether the jobs that wait will wait for ever unless somebody intervenes: nothing runs or leaves, no
/// begin time, reservation or decaying usage is ahead, and the loops have looked at them since the last
/// thing happened.
bool waits_for_ever(ClusterState const& state);

}  // namespace clustersim::slurm
