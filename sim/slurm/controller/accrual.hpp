// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// An eligible job starts to gain age: at once, or, if a limit restricts the number of such jobs,
/// when `grant_accrual` finds a place for it (spec 5.3.2, 8.5).
void begin_accruing(ClusterState& state, JobSlot slot);
/// The job stops gaining age but keeps the age it has: it starts or leaves the queue.
void stop_accruing(AccountingState& accounting, Configuration const& config, Job& job);
/// The job loses its age.
void lose_age(AccountingState& accounting, Configuration const& config, Job& job);
/// Gives free places to jobs that wait for one, in the order of the job list; as many tasks of an
/// array are split off as there are places.
void grant_accrual(ClusterState& state);

}  // namespace clustersim::slurm
