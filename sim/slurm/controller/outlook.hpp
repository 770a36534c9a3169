// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// True if the pending jobs will wait for ever unless a command changes something: nothing runs or
/// completes, no begin time, reservation or decay of usage is ahead, and the loops have tested the jobs
/// since the last event.
bool waits_for_ever(ClusterState const& state);

}  // namespace clustersim::slurm
