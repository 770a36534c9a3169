// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/routing.hpp"
#include "models/flow/flow_network.hpp"

namespace clustersim {

/// A fabric as the flow model sees it: endpoints and links by their ids, routes from the router, which
/// must outlive it. With adaptive routing every way asked for is counted as one more port's worth of
/// traffic on its links, and the ways asked for later avoid it.
FlowNetwork flow_network_of(Router& router);

}  // namespace clustersim
