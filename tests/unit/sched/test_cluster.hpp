// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/sched/policy.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace clustersim {

/// A cluster at one instant, assembled by hand: the view of a policy, without an engine.
class TestCluster {
  public:
    explicit TestCluster(PoolShape shape) : shape_(shape), pool_(shape) {}

    Instant now;

    TestCluster& running(std::int32_t nodes, std::int64_t estimated_end, std::int32_t units = 1) {
        auto const allocation = static_cast<std::uint32_t>(allocations_.size());
        pool_.allocate(nodes, units, allocations_.emplace_back());
        RunningJob const job{{estimated_end}, {next_++}, allocation, nodes, units};
        running_.insert(
            std::ranges::upper_bound(running_, job.estimated_end, {}, &RunningJob::estimated_end),
            job);
        return *this;
    }
    TestCluster& waiting(std::int32_t nodes, std::int64_t requested, std::int32_t units = 1) {
        queue_.push_back({{next_++}, nodes, units, requested});
        return *this;
    }
    /// The jobs that a new policy starts now, as positions in the queue.
    std::vector<PendingQueue::Slot> started_by(std::string_view policy) {
        return started_by(*find_policy(policy)->make(shape_));
    }
    std::vector<PendingQueue::Slot> started_by(SchedulingPolicy& policy) {
        decisions_.clear();
        policy.pass(view(), decisions_);
        std::vector<PendingQueue::Slot> slots;
        for (auto const& start : decisions_.starts) slots.push_back(start.slot);
        return slots;
    }
    /// The nodes chosen for the i-th start of the last pass.
    [[nodiscard]] std::vector<NodeRange> nodes_of(std::size_t i) const {
        auto const& start = decisions_.starts[i];
        auto const first = decisions_.ranges.begin() + start.first_range;
        return {first, first + start.range_count};
    }
    [[nodiscard]] ClusterView view() const {
        return {.now = now,
                .shape = shape_,
                .pool = pool_,
                .queue = queue_,
                .running = running_,
                .allocations = allocations_,
                .first_new = 0,
                .released = true,
                .ended_early = true};
    }

  private:
    PoolShape shape_;
    NodePool pool_;
    PendingQueue queue_;
    std::vector<RunningJob> running_;
    std::vector<std::vector<NodeRange>> allocations_;
    Decisions decisions_;
    std::uint32_t next_ = 0;
};

using Slots = std::vector<PendingQueue::Slot>;

}  // namespace clustersim
