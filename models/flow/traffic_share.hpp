// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/routing.hpp"
#include "models/fabric/traffic.hpp"

#include <span>

namespace clustersim {

/// What long flows of a pattern get when all send at once, shared out max-min fairly.
struct TrafficShare {
    Bandwidth least{};  ///< of the flow that gets the least
    Bandwidth mean{};
    double hops = 0.0;  ///< mean of switch-to-switch links
};

/// Routes the flows one after the other; an adaptive router sees what earlier ones send. Flows from a
/// port to itself are left out.
TrafficShare share_of(Fabric const& fabric, Routing routing, std::span<PortPair const> flows);

}  // namespace clustersim
