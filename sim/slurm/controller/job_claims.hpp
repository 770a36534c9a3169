// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// True if the job may use the reservation (spec 9.2.1).
bool may_use_reservation(Reservation const& reservation, JobSpec const& spec);

/// True if enough licences for the job are neither in use nor reserved for others during its run
/// (spec 1.6.5).
bool licenses_free(ClusterState const& state, QueueRecord const& record);

}  // namespace clustersim::slurm
