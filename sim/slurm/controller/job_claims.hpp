// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// Who may use a reservation (spec 9.2.1).
bool may_use_reservation(ClusterState const& state, Job const& job, std::int32_t reservation);

/// Licences that are neither in use nor kept for others while the job would run, for all that it
/// needs (spec 1.6.5).
bool licenses_free(ClusterState const& state, QueueRecord const& record);

/// How the limits see a job.
JobGroups groups_of(ClusterState const& state, Job const& job, std::int32_t choice);

/// Counts a waiting job's tasks as submitted, or with a minus takes them back: with the QOS of each
/// partition that it may run in, as observed with Slurm 22.05.8.
void count_waiting(ClusterState& state, Job const& job, std::int64_t tasks);
/// The job leaves its choices for the one it starts on, or goes back to all of them.
void count_choice(ClusterState& state, Job const& job, bool starts);
/// Holds the licences of a running job, or with a minus gives them back.
void hold_licenses(ClusterState& state, Job const& job, std::int64_t sign);
/// Counts a running job with the limits, or takes it back when it is over.
void count_start(ClusterState& state, Job const& job, bool starts);

}  // namespace clustersim::slurm
