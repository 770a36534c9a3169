// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/flow/routes.hpp"
#include "sim/core/quantity.hpp"

#include <span>
#include <vector>

namespace clustersim {

/// What another running job puts on the links: while it communicates all its flows send at once, and it
/// does so for the share `duty` of every period.
struct Neighbour {
    Routes routes;
    double duty = 1.0;  ///< in [0, 1]
    Duration period{};  ///< of its steps, above zero
};

/// Capacities that the neighbours leave on average: of each link the capacity less the sum of duty times
/// the rates their flows have when all send at once. A link is shared, not owned: however loaded, it
/// leaves the fair part of one more flow among those that are there on average.
std::vector<Bandwidth> residual_capacities(std::span<Bandwidth const> capacities,
                                           std::span<Neighbour const> neighbours);

}  // namespace clustersim
