// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/routing.hpp"
#include "models/flow/flow_network.hpp"

#include <vector>

namespace clustersim {

/// A fabric as the flow model sees it: endpoints and links by their ids, routes from the router, which
/// must outlive it. With adaptive routing, routes avoid `load`, by link (empty: none), and every route asked
/// for is counted as one more port's worth of traffic on its links: the routes asked for later avoid that
/// too. Each pattern of traffic therefore takes a network of its own.
FlowNetwork flow_network_of(Router& router, std::vector<Bandwidth> load = {});

}  // namespace clustersim
