// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/collective.hpp"
#include "models/collective/flow_cost.hpp"
#include "models/collective/flow_pattern.hpp"
#include "models/fabric/routing.hpp"
#include "sim/core/result.hpp"

#include <optional>
#include <span>

namespace clustersim {

/// The levels of a machine on one placement, by the traffic of an algorithm between nodes.
struct PlacedNetworks {
    Network ring;  ///< rings, hierarchical algorithms, messages to the next, or all-to-all
    Network tree;  ///< double binary trees

    [[nodiscard]] AlgorithmNetworks by_algorithm() const { return {&tree, &ring}; }
};

/// Routes each pattern of a collective for the groups, which all take each step together. `quiet` is the machine's
/// network without tapers, `capacities` the current capacity of each link; adaptive routes avoid links whose
/// capacity is reduced. Fails if route_all fails.
Result<PlacedNetworks> networks_on_placement(Collective collective,
                                             Router& router,
                                             std::span<Bandwidth const> capacities,
                                             std::span<PlacedGroup const> groups,
                                             Network const& quiet);

}  // namespace clustersim
