// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// The look at running jobs every 30 s (spec 10.1): those past their time limit, past the end of
/// their reservation, or over a limit of usage are ended.
void check_time_limits(ClusterState& state);

/// Notices reservations that have begun, and lets the main scheduler look at their jobs.
void begin_reservations(ClusterState& state);
/// Forgets reservations that are over, moves those that recur (spec 9.4). Jobs that wait for one that
/// ended are held. Their nodes were free for others from the end itself.
void end_reservations(ClusterState& state);
/// When the next reservation begins or ends; never when none does.
Instant next_reservation_start(NodesState const& nodes);
Instant next_reservation_end(ReservationBook const& reservations);

/// Forgets jobs that ended more than MinJobAge ago (spec 10.6).
void purge_finished(JobsState& jobs, Seconds min_job_age, Instant now);

}  // namespace clustersim::slurm
