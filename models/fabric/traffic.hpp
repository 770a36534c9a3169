// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/routing.hpp"

#include <span>
#include <utility>
#include <vector>

namespace clustersim {

/// One port sends to another.
using PortPair = std::pair<EndpointId, EndpointId>;

/// What flows of a pattern get when all send at once and every link is shared evenly by those that
/// cross it: a lower bound of their max-min fair shares.
struct TrafficShare {
    Bandwidth least{};  ///< of the flow that gets the least
    Bandwidth mean{};
    double hops = 0.0;  ///< mean of switch-to-switch links
};

/// Routes the flows one after the other; an adaptive router sees what earlier ones send. Flows from a
/// port to itself are left out.
TrafficShare share_of(Fabric const& fabric, Routing routing, std::span<PortPair const> flows);

/// Port i of one group sends to port i of the other, as far as both have ports.
std::vector<PortPair> group_to_group(Fabric const& fabric, std::uint32_t from, std::uint32_t to);

/// Port i of all sends to the port half of them further.
std::vector<PortPair> half_shift(std::span<EndpointId const> ports);

}  // namespace clustersim
