// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/sched/policy.hpp"

#include <cstdint>
#include <vector>

namespace clustersim {

/// Free nodes over future time where a node is one unit: a step function from `now` on, as far as
/// running jobs (by their estimated ends) and reservations determine it.
class CountProfile {
  public:
    struct Place {
        Instant start;
    };

    explicit CountProfile(PoolShape shape);
    /// Starts afresh from the running jobs.
    void rebuild(ClusterView const& view);
    /// Forgets what lies before `now`.
    void advance(Instant now);
    /// Reserves the earliest stretch in which the job fits for all its requested time.
    Place reserve(PendingJob const& job);
    /// The nodes of a reservation whose time has come: any will do.
    static std::span<NodeRange const> nodes_of(Place const&) { return {}; }

  private:
    [[nodiscard]] std::size_t earliest(std::int64_t nodes, std::int64_t length) const;
    void take(std::size_t first, std::int64_t nodes, std::int64_t length);

    std::vector<std::int64_t> times_;  ///< starts of the steps, ascending; the last step is endless
    std::vector<std::int64_t> free_;   ///< free nodes during each step
    std::size_t begin_ = 0;            ///< the step that holds now
};

}  // namespace clustersim
