// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/job_claims.hpp"

namespace clustersim::slurm {

/// The epilog of a killed job takes so long; then its nodes are free and a pass runs at once.
inline constexpr Milliseconds epilog{20};

/// When the process of a running job ends by itself.
Moment end_of_run(Job const& job);
/// Lets the process of a running job end by itself.
void schedule_end(JobsState& jobs, JobSlot slot);

/// Starts a pending job now on what was selected, in that of its partitions.
void start_job(
    ClusterState& state, JobSlot slot, std::int32_t choice, Allocation allocation, StartedBy by);

/// The process has ended by itself: nodes are free at once.
void complete_job(ClusterState& state, JobSlot slot);
/// Ends a running job: its nodes are free after the epilog.
void kill_job(ClusterState& state, JobSlot slot, JobState final_state, Reason reason);
/// The nodes of a killed job become free; nobody hears of its epilog.
void free_killed(ClusterState& state, JobSlot slot);
/// The epilog of a killed job is over, and calls for a pass: at once, or with `defer` when the loop
/// comes to it (spec 3.1).
void release_killed(ClusterState& state, JobSlot slot);
/// Ends a running job and puts it back into the queue, if it may be; otherwise it is killed. The run
/// is recorded with `run_state`: PREEMPTED, NODE_FAIL or REQUEUED.
void requeue_job(ClusterState& state, JobSlot slot, JobState run_state);
/// Puts a finished job that is still known back into the queue, if it may be.
void restart_job(ClusterState& state, JobSlot slot);
/// A pending job leaves the queue for good.
void end_pending(ClusterState& state, JobSlot slot, JobState final_state, Reason reason);

}  // namespace clustersim::slurm
