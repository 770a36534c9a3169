// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// The job gains age from `since` on, and is counted among those that do.
void count_age(AccountingState& accounting, Configuration const& config, Job& job, Instant since);
/// An eligible job starts to gain age: at once, or, if a limit restricts the number of such jobs,
/// when `refresh_waiting` finds a place for it (spec 5.3.2, 8.5).
void begin_accruing(ClusterState& state, JobSlot slot);
/// The job stops gaining age but keeps the age it has: it starts or leaves the queue.
void stop_accruing(AccountingState& accounting, Configuration const& config, Job& job);
/// The job loses its age.
void lose_age(AccountingState& accounting, Configuration const& config, Job& job);

}  // namespace clustersim::slurm
