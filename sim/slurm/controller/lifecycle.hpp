// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// Duration of the epilog of a killed job; then its nodes are free and a pass runs at once.
inline constexpr Milliseconds epilog{20};

/// Starts a pending job now on the selected nodes, in one of its partitions.
void start_job(
    ClusterState& state, JobSlot slot, std::int32_t choice, Allocation allocation, StartedBy by);

/// The process has ended by itself: the nodes are free at once.
void complete_job(ClusterState& state, JobSlot slot);
/// Ends a running job: its nodes are free after the epilog. Returns false, and does nothing, if it
/// does not run: the end of one job may displace another (gang scheduling), whose run is then
/// already over.
bool kill_job(ClusterState& state, JobSlot slot, JobState final_state, Reason reason);
/// Frees the nodes of a killed job without triggering a pass.
void free_killed(ClusterState& state, JobSlot slot);
/// The epilog of a killed job is over, which triggers a pass: at once, or with `defer` at the next
/// run of the loop (spec 3.1).
void release_killed(ClusterState& state, JobSlot slot);
/// Requeues a running job, if it may be requeued; otherwise kills it. The run is recorded with
/// `run_state`: PREEMPTED, NODE_FAIL or REQUEUED. Returns false, and does nothing, if the job does not run.
bool requeue_job(ClusterState& state, JobSlot slot, JobState run_state);
/// Ends, requeues or suspends, by their preempt mode, those of the jobs that still run: their cores
/// were allocated to a job of a higher partition.
void displace(ClusterState& state, std::vector<JobSlot> const& slots);
/// Requeues a finished job that is still known, if it may be requeued.
void restart_job(ClusterState& state, JobSlot slot);

}  // namespace clustersim::slurm
