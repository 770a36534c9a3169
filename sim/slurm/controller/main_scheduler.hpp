// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// Slurm's main scheduler (spec 3): walks the queue in priority order and starts every job that can
/// start. The first job that cannot start ends the pass for its partition. A quick pass tests
/// default_queue_depth jobs, a full pass all jobs.
class MainScheduler {
  public:
    void pass(ClusterState& state, bool full);

  private:
    enum class Verdict { go_on, stop };

    Verdict consider(ClusterState& state, QueueRecord const& record);
    /// With reduce_completing_frag: blocks partitions with jobs that are still completing.
    void block_completing(ClusterState const& state);
    void block(ClusterState& state, QueueRecord const& record, Job const& job);
    [[nodiscard]] bool partition_blocked(ClusterState const& state,
                                         QueueRecord const& record) const;

    std::vector<QueueRecord> order_;  ///< of this pass, if preemption reorders
    NodeSet usable_;
    std::vector<bool> blocked_;  ///< by partition
    std::vector<ReservationId> blocked_reservations_;
    std::vector<std::int64_t> depth_;  ///< by partition
    std::vector<JobSlot> rejected_arrays_;
    std::int64_t considered_ = 0;
    std::int64_t started_ = 0;
    bool full_ = false;
};

}  // namespace clustersim::slurm
