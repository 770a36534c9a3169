// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/flow/background.hpp"
#include "models/flow/routes.hpp"
#include "models/flow/simgrid_engine.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"

#include <span>
#include <vector>

namespace clustersim {

/// A job's messages among the bursts of its neighbours, flow by flow: every flow has an amount to send,
/// the neighbours' run out or begin while the job sends, and each slows down the flows that share a link.
class BurstTraffic {
  public:
    BurstTraffic() = default;
    BurstTraffic(std::vector<Bandwidth> capacities,
                 Routes own,
                 std::span<Neighbour const> neighbours);

    /// The time from the start of the job's messages, of `message` bytes each, until the last is through.
    /// Neighbour j is at the part phases[j], in [0, 1), of its period as they start. `alone` is about the
    /// time they take with nobody else on the links. Fails where SimGridEngine::completion_times does.
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
    std::vector<Rival> rivals_;  ///< one for each neighbour, with flows or without
};

}  // namespace clustersim
