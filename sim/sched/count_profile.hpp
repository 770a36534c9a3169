// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/sched/policy.hpp"

#include <cstdint>
#include <vector>

namespace clustersim {

/// Free nodes over future time if a node is one unit: a step function from `now` on, determined by
/// running jobs (by their estimated ends) and reservations.
class CountProfile {
  public:
    struct Place {
        Instant start;
    };

    explicit CountProfile(PoolShape shape);
    /// Rebuilds the profile from the running jobs.
    void rebuild(ClusterView const& view);
    /// Discards the steps before `now`.
    void advance(Instant now);
    /// Reserves the earliest interval in which the job fits for its whole requested time.
    Place reserve(PendingJob const& job);
    /// The nodes of a reservation that starts now: empty, because any nodes will do.
    static std::span<NodeRange const> nodes_of(Place const&) { return {}; }

  private:
    /// The last start found for a request. Until the profile is rebuilt it only fills up, so an
    /// equal request cannot start earlier; queues have many equal requests.
    struct LastFound {
        std::int64_t length = 0;
        std::int64_t start = 0;
        std::int32_t nodes = 0;
        std::uint32_t generation = 0;  ///< of the profile for which this is valid
    };

    [[nodiscard]] LastFound& last_found(PendingJob const& job);
    [[nodiscard]] std::size_t
    earliest(std::size_t from, std::int32_t nodes, std::int64_t length) const;
    void take(std::size_t first, std::int32_t nodes, std::int64_t length);

    std::vector<std::int64_t> times_;  ///< starts of the steps, ascending; the last step has no end
    std::vector<std::int32_t> free_;   ///< free nodes during each step
    std::size_t begin_ = 0;            ///< the current step
    std::uint32_t generation_ = 1;     ///< number of times the profile was rebuilt
    std::vector<LastFound> last_found_;  ///< by hash of the request; a collision overwrites
};

}  // namespace clustersim
