// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// Sets the reason that squeue shows for a job, and notifies the observer if it is new.
void set_reason(ClusterState& state,
                Job& job,
                Reason reason,
                Description description = Description::none);

/// Adds a pending job, new or requeued, to the list in which its next test will find it.
void add_pending(ClusterState& state, JobSlot slot);

/// Removes the records and tests the job again: something that they depend on has changed.
void requeue_records(ClusterState& state, JobSlot slot);

/// True if another task of the array may run now (spec 1.9.3).
bool array_may_start(JobTable const& jobs, Job const& job);

}  // namespace clustersim::slurm
