// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/flow/neighbours.hpp"
#include "models/flow/routes.hpp"
#include "models/flow/simgrid_engine.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"

#include <span>
#include <vector>

namespace clustersim {

/// A job's messages next to the bursts of its neighbours, flow by flow: every flow has an amount to send.
/// The neighbours' flows end or begin while the job sends, and flows on a common link slow each other
/// down.
class BurstTraffic {
  public:
    BurstTraffic() = default;
    BurstTraffic(std::vector<Bandwidth> capacities,
                 Routes own,
                 std::span<Neighbour const> neighbours);

    /// The time from the start of the job's messages, of `message` bytes each, until the last of them
    /// ends. At the start, neighbour j is at the fraction phases[j] of its period, in [0, 1). `alone` is
    /// approximately their time without other jobs on the links. Fails if SimGridEngine::completion_times
    /// fails.
    Result<Duration> time_of(SimGridEngine& engine,
                             Bytes message,
                             Duration alone,
                             std::span<double const> phases) const;

    [[nodiscard]] Routes const& own() const { return own_; }

  private:
    struct Rival {
        Neighbour neighbour;           ///< with only the flows that share a link with the job's
        std::vector<Bandwidth> rates;  ///< of these flows if all neighbours send
    };
    [[nodiscard]] Result<Duration> end_before(SimGridEngine& engine,
                                              Bytes message,
                                              Duration horizon,
                                              std::span<double const> phases) const;

    std::vector<Bandwidth> capacities_;
    Routes own_;
    std::vector<Rival> rivals_;  ///< one for each neighbour, even without flows
};

}  // namespace clustersim
