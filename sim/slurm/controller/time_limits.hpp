// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// The check of running jobs every 30 s (spec 10.1): ends those past their time limit, past the end
/// of their reservation, or over a limit of usage.
void check_time_limits(ClusterState& state);

/// Detects reservations that have begun, and triggers the main scheduler for their jobs.
void begin_reservations(ClusterState& state);
/// Removes reservations that are over and moves recurring ones (spec 9.4). Jobs that wait for an
/// ended reservation are held. Its nodes were free for others from its end.
void end_reservations(ClusterState& state);
/// When the next reservation begins or ends; never if there is none.
Instant next_reservation_start(NodesState const& nodes);
Instant next_reservation_end(ReservationBook const& reservations);

/// Purges jobs that ended more than MinJobAge ago (spec 10.6).
void purge_finished(JobsState& jobs, Seconds min_job_age, Instant now);

}  // namespace clustersim::slurm
