// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/sched/policy.hpp"

#include <optional>

namespace clustersim {

/// The cluster after the starts decided so far in this pass.
class Tentative {
  public:
    Tentative(ClusterView const& view, Decisions& decisions)
        : view_(view), decisions_(decisions), free_units_(view.pool.free_units()) {}

    [[nodiscard]] std::int64_t free_units() const { return free_units_; }
    [[nodiscard]] bool fits(PendingJob const& job) const {
        return view_.counted() ? job.nodes <= free_units_ : pool().fits(job.nodes, job.units);
    }
    /// Starts a job that fits, on the nodes of best fit.
    void start(PendingQueue::Slot slot);
    /// Starts a job on the given nodes.
    void start_on(PendingQueue::Slot slot, std::span<NodeRange const> nodes);

    [[nodiscard]] NodePool const& pool() const { return changed_ ? *changed_ : view_.pool; }
    [[nodiscard]] ClusterView const& view() const { return view_; }
    [[nodiscard]] std::span<Decisions::Start const> starts() const { return decisions_.starts; }
    [[nodiscard]] std::span<NodeRange const> nodes_of(Decisions::Start const& start) const;

  private:
    NodePool& changed();

    ClusterView const& view_;
    Decisions& decisions_;
    std::int64_t free_units_;
    std::optional<NodePool> changed_;  ///< if nodes are shared: the pool with these starts in it
};

}  // namespace clustersim
