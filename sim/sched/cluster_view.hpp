// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/sched/node_pool.hpp"
#include "sim/sched/pending_queue.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace clustersim {

/// A running job as far as a policy may know it: by its end according to the requested walltime.
struct RunningJob {
    Instant estimated_end;
    JobIndex job;
    std::uint32_t allocation = 0;  ///< key for ClusterView::nodes_of
    std::int32_t nodes = 0;
    std::int32_t units = 0;
};

/// The cluster at one instant, after completions and submissions; read-only.
struct ClusterView {
    Instant now;
    PoolShape shape;
    NodePool const& pool;
    PendingQueue const& queue;
    std::span<RunningJob const> running;  ///< by estimated end, then by start
    std::span<std::vector<NodeRange> const> allocations;
    PendingQueue::Slot first_new = 0;  ///< jobs from this slot on joined since the last pass
    bool released = false;             ///< a job ended since the last pass
    bool ended_early = false;          ///< one of these jobs ended before its estimated end

    /// Whether it is enough to count free nodes.
    [[nodiscard]] bool counted() const { return shape.units_per_node == 1; }
    [[nodiscard]] std::span<NodeRange const> nodes_of(RunningJob const& job) const {
        return allocations[job.allocation];
    }
};

}  // namespace clustersim
