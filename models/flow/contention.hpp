// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/flow/background.hpp"
#include "models/flow/max_min.hpp"
#include "models/flow/routes.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/random_stream.hpp"

#include <cstddef>
#include <map>
#include <span>
#include <vector>

namespace clustersim {

/// The rate that a job's slowest flow gets among neighbours that communicate now and then: each sends for
/// the first `duty` of every period of its own, which began at an instant sampled once.
///
/// Only the flows that share a link with the job's compete with it. What slows these down where the
/// job is not is left out, so that they take at least their part.
class Contention {
  public:
    Contention(std::span<Bandwidth const> capacities,
               Routes own,
               std::span<Neighbour const> neighbours,
               RandomStream& random);

    /// With nobody else on the links.
    [[nodiscard]] Bandwidth quiet() const { return quiet_; }
    /// At an instant, not before zero.
    Bandwidth at(Duration instant);
    /// Mean over `instants` points of [from, from + window): what is sent in the window over its length.
    Bandwidth over(Duration from, Duration window, int instants);
    /// Neighbours that share a link with the job.
    [[nodiscard]] std::size_t rivals() const { return rivals_.size(); }

  private:
    struct Rival {
        Routes routes;  ///< of the flows that meet the job's
        double duty;
        Duration period;
        Duration phase;
    };
    Bandwidth slowest(std::vector<bool> const& active);

    MaxMin solver_;
    Routes own_;
    std::vector<Rival> rivals_;
    std::map<std::vector<bool>, Bandwidth> known_;  ///< by who is active
    Bandwidth quiet_{};
};

}  // namespace clustersim
