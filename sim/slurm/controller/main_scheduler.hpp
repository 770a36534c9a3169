// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/rejected_arrays.hpp"
#include "sim/slurm/controller/start_attempt.hpp"

namespace clustersim::slurm {

/// Slurm's main scheduler (spec 3): walks the queue in priority order and starts every job that can
/// start. The first job that cannot start ends the pass for its partition. A quick pass tests
/// default_queue_depth jobs, a full pass all jobs.
class MainScheduler {
  public:
    void pass(ClusterState& state, bool full);

  private:
    /// next_task: a task of an array started, so the record is considered again.
    enum class Verdict { go_on, stop, next_task };

    Verdict consider(ClusterState& state, QueueRecord const& record);
    /// With reduce_completing_frag: blocks partitions with jobs that are still completing.
    void block_completing(ClusterState const& state);
    void block(ClusterState& state, QueueRecord const& record, Job const& job);
    /// True if a task of an array may start now, or if the job is not an array.
    [[nodiscard]] bool array_ready(ClusterState& state, QueueRecord const& record) const;
    /// True if the pass has seen as many jobs of the partition as partition_job_depth allows.
    [[nodiscard]] bool too_deep(ClusterState& state, QueueRecord const& record, Job& job);
    [[nodiscard]] bool is_blocked(ClusterState& state, QueueRecord const& record, Job& job) const;
    Verdict start(ClusterState& state, QueueRecord const& record);
    void after_failure(ClusterState& state, QueueRecord const& record, Attempt attempt);

    std::vector<QueueRecord> order_;  ///< of this pass, if preemption reorders
    NodeSet usable_;
    std::vector<bool> blocked_;  ///< by partition
    std::vector<ReservationId> blocked_reservations_;
    std::vector<std::int64_t> depth_;  ///< by partition
    RejectedArrays rejected_arrays_;
    std::int64_t considered_ = 0;
    std::int64_t started_ = 0;
    bool full_ = false;
};

}  // namespace clustersim::slurm
