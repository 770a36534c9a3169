// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/sched/tentative.hpp"

#include <cstdint>
#include <vector>

namespace clustersim {

/// The reservation of the head of the queue under EASY.
///
/// Running jobs are released in groups of equal estimated end until the head fits; the end of the
/// last group is the shadow time. The head is promised `head.nodes` nodes with `head.units` free
/// units each at that time. `extra` is how many more such nodes there are, and so how many may lose
/// that property to jobs that run past the shadow time. Which nodes the head will use stays open:
/// with one unit a node this is exactly counting free nodes.
class Shadow {
  public:
    /// For a head that does not fit now, after the starts in `now`.
    Shadow(Tentative const& now, PendingJob const& head);

    [[nodiscard]] Instant at() const { return at_; }
    [[nodiscard]] std::int64_t extra() const { return extra_; }
    /// Starts a job that runs past the shadow time if the promise stays intact; false if it does not.
    bool start_long(Tentative& now, PendingQueue::Slot slot);

  private:
    void release(std::span<NodeRange const> nodes, std::int32_t units);
    bool choose_nodes(NodePool const& pool, PendingJob const& job);

    Instant at_ = Instant::never();
    std::int32_t head_units_;
    std::int64_t extra_;
    std::vector<std::int32_t> free_at_shadow_;  ///< by node; empty when a node is one unit
    /// By units: the fewest nodes that were refused. What is free and what the head can spare only
    /// shrink while this reservation stands, so as many nodes will be refused again.
    std::vector<std::int32_t> refused_;
    std::vector<std::int32_t> harmless_, harmful_;  ///< scratch of choose_nodes
    std::vector<NodeRange> chosen_;                 ///< result of choose_nodes
};

}  // namespace clustersim
