// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/routing.hpp"
#include "models/flow/flow_network.hpp"

#include <vector>

namespace clustersim {

/// A fabric as the input of the flow model: endpoints and links by their ids, routes from the router, which
/// must outlive it. With adaptive routing, routes avoid `load`, by link (empty: none), and every route
/// returned adds the traffic of one port to its links, which later routes avoid too. Each pattern of traffic
/// therefore needs its own network.
FlowNetwork flow_network_of(Router& router, std::vector<Bandwidth> load = {});

/// The capacities of all links, with ports at the share of their rate that the machine's software achieves,
/// for every job.
std::vector<Bandwidth> reached_capacities(Fabric const& fabric, double achievable);

}  // namespace clustersim
