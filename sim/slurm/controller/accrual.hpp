// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// A job that may be looked at begins to gain age: at once, or where a limit holds the number of such
/// jobs down, once `grant_accrual` finds a place for it (spec 5.3.2, 8.5).
void begin_accruing(ClusterState& state, JobSlot slot);
/// It gains no more age, but keeps what it has: it starts, or leaves.
void stop_accruing(AccountingState& accounting, Configuration const& config, Job& job);
/// It loses its age.
void lose_age(AccountingState& accounting, Configuration const& config, Job& job);
/// Gives free places to jobs that wait for one, in the order of the job list; of an array so many
/// tasks get records of their own as there are places.
void grant_accrual(ClusterState& state);

}  // namespace clustersim::slurm
