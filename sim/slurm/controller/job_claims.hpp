// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// Who may use a reservation (spec 9.2.1).
bool may_use_reservation(Reservation const& reservation, JobSpec const& spec);

/// Licences that are neither in use nor kept for others while the job would run, for all that it
/// needs (spec 1.6.5).
bool licenses_free(ClusterState const& state, QueueRecord const& record);

/// How the limits see a job.
JobGroups groups_of(Configuration const& config, Job const& job, std::int32_t choice);

/// Counts a waiting job's tasks as submitted, or with a minus takes them back: with the QOS of each
/// partition that it may run in, as observed with Slurm 22.05.8.
void count_waiting(UsageCounts& counts,
                   Configuration const& config,
                   Job const& job,
                   std::int64_t tasks);
/// The job leaves its choices for the one it starts on, or goes back to all of them.
void count_choice(UsageCounts& counts, Configuration const& config, Job const& job, bool starts);
/// Counts a running job with the limits.
void count_start(UsageCounts& counts, Configuration const& config, Job const& job);
/// Takes it back when it is over.
void count_end(UsageCounts& counts, Configuration const& config, Job const& job);

}  // namespace clustersim::slurm
