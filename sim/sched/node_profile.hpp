// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/sched/policy.hpp"

#include <cstdint>
#include <vector>

namespace clustersim {

/// Free units of each node over future time, for nodes that jobs share. A reservation names its
/// nodes, since a job cannot move while it runs.
class NodeProfile {
  public:
    struct Place {
        Instant start;
        std::vector<NodeRange> nodes;
    };

    explicit NodeProfile(PoolShape shape);
    /// Starts afresh from the running jobs.
    void rebuild(ClusterView const& view);
    /// Forgets what lies before `now`.
    void advance(Instant now);
    /// Reserves the earliest stretch in which enough nodes have the units free for all of the
    /// requested time: best fit over that stretch, lowest numbers first.
    Place reserve(PendingJob const& job);
    static std::span<NodeRange const> nodes_of(Place const& place) { return place.nodes; }

  private:
    /// Units fit 16 bits, and a narrow type lets the compiler compare many nodes at once.
    using Units = std::int16_t;
    struct Step {
        Instant from;
        std::int64_t free_units;  ///< over all nodes; rejects a step at a glance
        std::vector<Units> free;  ///< by node
    };

    /// Tries to start the job at step `first`. On success `common_` holds what each node has free all
    /// the while and `first` is returned, else the next step worth trying.
    std::size_t try_at(std::size_t first, PendingJob const& job);
    /// Narrows `common_` to what a step has free as well; how many nodes still have the units.
    std::int64_t narrow(std::vector<Units> const& free, Units units);
    [[nodiscard]] std::vector<NodeRange> best_fit(PendingJob const& job) const;
    void take(std::size_t first, PendingJob const& job, std::span<NodeRange const> nodes);

    std::vector<Step> steps_;    ///< ascending; the last step is endless
    std::vector<Units> common_;  ///< scratch of try_at
};

}  // namespace clustersim
