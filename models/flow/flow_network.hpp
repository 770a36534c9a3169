// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/flow/routes.hpp"
#include "sim/core/id.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace clustersim {

/// One direction of a cable, or of the route between a device and its port.
struct FlowLink {
    Bandwidth capacity{};
    Duration latency{};
};

/// Appends the links of flow number `flow` between two endpoints; false if there is no route. The number
/// chooses between equal routes, so that the same flow always takes the same route.
using RouteSource = std::function<bool(
    std::uint32_t from, std::uint32_t to, std::uint64_t flow, std::vector<LinkIndex>& links)>;

/// Everything that the flow model knows about a fabric.
struct FlowNetwork {
    std::uint32_t endpoints = 0;
    std::vector<FlowLink> links;
    RouteSource route;
};

/// Capacities in the order of the links.
std::vector<Bandwidth> capacities(FlowNetwork const& network);

/// The sum of the latencies along a route.
Duration latency_of(FlowNetwork const& network, std::span<LinkIndex const> route);

/// Flows of the busiest port, in its busier direction; at least 1. A route begins and ends with a port.
int busiest_port(Routes const& routes);

/// The two ends of a message.
struct EndpointPair {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
};

/// The routes of flows 0, 1, … between the given pairs. Reports pairs that name an unknown endpoint, have
/// no route between them or cross a link without capacity.
Result<Routes> route_all(FlowNetwork const& network, std::span<EndpointPair const> pairs);

}  // namespace clustersim
