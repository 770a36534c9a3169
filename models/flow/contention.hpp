// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/flow/max_min.hpp"
#include "models/flow/neighbours.hpp"
#include "models/flow/routes.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/random_stream.hpp"

#include <cstddef>
#include <map>
#include <span>
#include <vector>

namespace clustersim {

/// The rate of a job's slowest flow among neighbours that communicate at times: each sends during the
/// first `duty` of each of its periods, which began at an instant sampled once.
///
/// Only flows that share a link with the job's flows compete with it. Their own bottlenecks
/// elsewhere are left out, so they take at least their real share.
class Contention {
  public:
    Contention(std::span<Bandwidth const> capacities,
               Routes own,
               std::span<Neighbour const> neighbours,
               RandomStream& random);

    /// Without other jobs on the links.
    [[nodiscard]] Bandwidth quiet() const { return quiet_; }
    /// At an instant, not before zero.
    Bandwidth at(Duration instant);
    /// Mean over `instants` points of [from, from + window): bytes sent in the window over its length.
    Bandwidth over(Duration from, Duration window, int instants);
    /// Neighbours that share a link with the job.
    [[nodiscard]] std::size_t rivals() const { return rivals_.size(); }

  private:
    struct Rival {
        Routes routes;  ///< of the flows that share links with the job's flows
        double duty = 0.0;
        Duration period;
        Duration phase;
    };
    Bandwidth slowest(std::vector<bool> const& active);

    MaxMin solver_;
    Routes own_;
    std::vector<Rival> rivals_;
    std::map<std::vector<bool>, Bandwidth> known_;  ///< by the set of active neighbours
    Bandwidth quiet_{};
};

}  // namespace clustersim
