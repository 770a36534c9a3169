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
    /// The start found last for a request. Until the profile is made afresh it only fills up, so an
    /// equal request finds nothing before that; queues are full of equal requests.
    struct LastFound {
        std::int64_t length = 0;
        std::int64_t start = 0;
        std::int32_t nodes = 0;
        std::uint32_t generation = 0;  ///< of the profile for which this holds
    };

    [[nodiscard]] LastFound& last_found(PendingJob const& job);
    [[nodiscard]] std::size_t
    earliest(std::size_t from, std::int32_t nodes, std::int64_t length) const;
    void take(std::size_t first, std::int32_t nodes, std::int64_t length);

    std::vector<std::int64_t> times_;  ///< starts of the steps, ascending; the last step is endless
    std::vector<std::int32_t> free_;   ///< free nodes during each step
    std::size_t begin_ = 0;            ///< the step that holds now
    std::uint32_t generation_ = 1;     ///< counts how often the profile was made afresh
    std::vector<LastFound> last_found_;  ///< by hash of the request; a collision overwrites
};

}  // namespace clustersim
