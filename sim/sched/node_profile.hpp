// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/sched/policy.hpp"

#include <cstdint>
#include <vector>

namespace clustersim {

/// Free units of each node over future time, for nodes that jobs share. A reservation holds
/// specific nodes, because a job cannot move while it runs.
class NodeProfile {
  public:
    struct Place {
        Instant start;
        std::vector<NodeRange> nodes;
    };

    explicit NodeProfile(PoolShape shape);
    /// Rebuilds the profile from the running jobs.
    void rebuild(ClusterView const& view);
    /// Discards the steps before `now`.
    void advance(Instant now);
    /// Reserves the earliest interval in which enough nodes have the units free for the whole
    /// requested time: best fit over that interval, lowest numbers first.
    Place reserve(PendingJob const& job);
    static std::span<NodeRange const> nodes_of(Place const& place) { return place.nodes; }

  private:
    /// Units fit 16 bits, and a narrow type lets the compiler compare many nodes at once.
    using Units = std::int16_t;
    struct Step {
        Instant from;
        std::int64_t free_units;  ///< over all nodes; rejects a step quickly
        std::vector<Units> free;  ///< by node
    };

    /// Tries to start the job at step `first`. On success `common_` holds the units that each node
    /// has free during the whole run, and the result is `first`; else the result is the next step
    /// worth trying.
    std::size_t try_at(std::size_t first, PendingJob const& job);
    /// Reduces `common_` to what is also free in a step; returns the number of nodes that still
    /// have the units.
    std::int64_t narrow(std::vector<Units> const& free, Units units);
    [[nodiscard]] std::vector<NodeRange> best_fit(PendingJob const& job) const;
    void take(std::size_t first, PendingJob const& job, std::span<NodeRange const> nodes);

    std::vector<Step> steps_;    ///< ascending; the last step has no end
    std::vector<Units> common_;  ///< work space of try_at
};

}  // namespace clustersim
