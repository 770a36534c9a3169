// SPDX-License-Identifier: Apache-2.0
#include "models/flow/flow_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

namespace clustersim {
namespace {

/// The problem of a route; empty if there is none.
std::string fault_of(FlowNetwork const& network, std::span<LinkIndex const> route) {
    for (LinkIndex const link : route) {
        if (link >= network.links.size()) return fmt::format("crosses an unknown link {}", link);
        if (!(network.links[link].capacity.si() > 0.0))
            return fmt::format("crosses link {}, which has no capacity", link);
    }
    return {};
}

}  // namespace

std::vector<Bandwidth> capacities(FlowNetwork const& network) {
    std::vector<Bandwidth> all;
    all.reserve(network.links.size());
    for (FlowLink const& link : network.links) all.push_back(link.capacity);
    return all;
}

Duration latency_of(FlowNetwork const& network, std::span<LinkIndex const> route) {
    Duration sum{};
    for (LinkIndex const link : route) sum += network.links[link].latency;
    return sum;
}

int busiest_port(Routes const& routes) {
    std::map<LinkIndex, int> flows;
    int most = 1;
    for (std::size_t flow = 0; flow < routes.size(); ++flow) {
        auto const route = routes[flow];
        if (!route.empty()) most = std::max(most, ++flows[route.front()]);
        if (route.size() > 1) most = std::max(most, ++flows[route.back()]);
    }
    return most;
}

Result<Routes> route_all(FlowNetwork const& network, std::span<EndpointPair const> pairs) {
    Routes routes;
    Diagnostics problems;
    std::vector<LinkIndex> route;
    for (std::size_t flow = 0; flow < pairs.size(); ++flow) {
        auto const from = pairs[flow].from;
        auto const to = pairs[flow].to;
        auto const say = [&](Code code, std::string const& what) {
            problems.add(
                problem(code, fmt::format("flow {} from {} to {}: {}", flow, from, to, what)));
        };
        route.clear();
        if (from >= network.endpoints || to >= network.endpoints) {
            say(Code::unknown_name,
                fmt::format("endpoints are numbered 0 to {}",
                            static_cast<std::int64_t>(network.endpoints) - 1));
        } else if (!network.route(from, to, flow, route)) {
            say(Code::inconsistent, "no route between them");
        } else if (std::string const fault = fault_of(network, route); !fault.empty()) {
            say(Code::out_of_range, fault);
        } else {
            routes.add(route);
        }
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return routes;
}

}  // namespace clustersim
