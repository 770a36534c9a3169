// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// True if the pending jobs will wait for ever unless a command changes something: nothing runs or
/// completes, no begin time, reservation or decay of usage is ahead, and the loops have tested the jobs
/// since the last event.
bool waits_for_ever(ClusterState const& state);

/// True if a reservation will begin or end.
bool reservation_ahead(ClusterState const& state);

/// True if a pending job will never start unless a command changes something, whatever the other jobs do: a dependency
/// that can never be fulfilled, a hold, or a limit of its only partition, QOS or account for a single job.
bool can_never_start(Job const& job);

}  // namespace clustersim::slurm
