// SPDX-License-Identifier: Apache-2.0
#include "models/flow/traffic_share.hpp"

#include "models/flow/fabric_network.hpp"
#include "models/flow/max_min.hpp"
#include "sim/core/ensure.hpp"

#include <algorithm>
#include <vector>

namespace clustersim {

TrafficShare share_of(Fabric const& fabric, Routing routing, std::span<PortPair const> flows) {
    Router router(fabric, routing);
    FlowNetwork const network = flow_network_of(router);
    std::vector<EndpointPair> pairs;
    for (auto const& [from, to] : flows)
        if (from != to) pairs.push_back({from.value, to.value});
    TrafficShare share;
    if (pairs.empty()) return share;
    auto const routes = route_all(network, pairs);
    CS_ENSURE(routes.has_value(), "a fabric joins all of its ports");
    auto const rates = max_min_shares(capacities(network), *routes);
    auto const count = static_cast<double>(rates.size());
    share.least = *std::ranges::min_element(rates);
    for (std::size_t flow = 0; flow < rates.size(); ++flow) {
        share.mean += rates[flow] / count;
        share.hops += static_cast<double>((*routes)[flow].size() - 2) / count;
    }
    return share;
}

}  // namespace clustersim
