// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/flow/routes.hpp"
#include "sim/core/quantity.hpp"

#include <span>
#include <vector>

namespace clustersim {

/// Load of another running job on the links: while it communicates, all its flows send at once, and it
/// communicates for the share `duty` of every period.
struct Neighbour {
    Routes routes;
    double duty = 1.0;  ///< in [0, 1]
    Duration period{};  ///< of its steps, above zero
};

/// The neighbours with only those of their flows that share a link with `own`: one for each neighbour, with
/// flows or without. `links` is the number of links.
std::vector<Neighbour>
rivals_of(Routes const& own, std::span<Neighbour const> neighbours, std::size_t links);

/// Capacities that the neighbours leave on average: for each link its capacity less the sum of duty
/// times the rates that their flows have when all of them send. However loaded a link is, it leaves the
/// fair share of one more flow among the flows that are there on average.
std::vector<Bandwidth> residual_capacities(std::span<Bandwidth const> capacities,
                                           std::span<Neighbour const> neighbours);

}  // namespace clustersim
