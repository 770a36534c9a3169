// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric_traffic.hpp"
#include "models/fabric/routing.hpp"

#include <span>

namespace clustersim {

/// Rates of long flows of a pattern that all send at once, shared max-min fairly.
struct TrafficShare {
    Bandwidth least{};  ///< of the flow with the lowest rate
    Bandwidth mean{};
    double hops = 0.0;  ///< mean number of switch-to-switch links
};

/// Routes the flows one after the other; an adaptive router sees the load of earlier flows. Flows
/// from a port to itself are left out.
TrafficShare share_of(Fabric const& fabric, Routing routing, std::span<PortPair const> flows);

}  // namespace clustersim
