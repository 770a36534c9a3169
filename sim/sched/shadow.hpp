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
/// units each at that time. `extra` is the number of further such nodes: as many of them may lose
/// these units to jobs that run past the shadow time. Which nodes the head will use stays open;
/// with one unit per node this is exact counting of free nodes.
class Shadow {
  public:
    /// For a head that does not fit now, after the starts in `now`.
    Shadow(Tentative const& now, PendingJob const& head);

    [[nodiscard]] Instant at() const { return at_; }
    [[nodiscard]] std::int64_t extra() const { return extra_; }
    /// Starts a job that runs past the shadow time if this keeps the promise; else returns false.
    bool start_long(Tentative& now, PendingQueue::Slot slot);

  private:
    void release(std::span<NodeRange const> nodes, std::int32_t units);
    bool choose_nodes(NodePool const& pool, PendingJob const& job);

    Instant at_ = Instant::never();
    std::int32_t head_units_;
    std::int64_t extra_;
    std::vector<std::int32_t> free_at_shadow_;  ///< by node; empty if a node is one unit
    /// By units: the smallest number of nodes that was refused. Free units and those that the head
    /// can spare only decrease during this reservation, so at least as many nodes will be refused
    /// again.
    std::vector<std::int32_t> refused_;
    std::vector<std::int32_t> harmless_, harmful_;  ///< work space of choose_nodes
    std::vector<NodeRange> chosen_;                 ///< result of choose_nodes
};

}  // namespace clustersim
