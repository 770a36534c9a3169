// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// Changes what squeue shows as a job's reason, and tells the observer when it is new.
void set_reason(ClusterState& state,
                Job& job,
                Reason reason,
                Description description = Description::none);

/// Puts a pending job, new or back, where its next test will find it.
void add_pending(ClusterState& state, JobSlot slot);

/// The tests that come before a queue is built (spec 2.5.1, 3.3.2): dependency, begin time, hold,
/// reservation. Jobs that have become independent join the queue, others get their reason. A job
/// whose dependency can no longer come true may be cancelled by it.
void refresh_waiting(ClusterState& state);

/// Takes a pending job's records out of the queue.
void leave_queue(JobQueue& queue, Job& job);

/// Takes it out and tests it anew: something that its records depend on has changed.
void requeue_records(ClusterState& state, JobSlot slot);

/// Whether another task of the array may run now (spec 1.9.3).
bool array_may_start(JobTable const& jobs, Job const& job);

/// The time limit that scheduling counts with in one partition: a year stands for "unlimited"
/// (spec 2.6.3).
Minutes effective_limit(Site const& site, Job const& job, std::int32_t partition);

}  // namespace clustersim::slurm
