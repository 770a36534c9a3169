// SPDX-License-Identifier: Apache-2.0
#include "models/collective/flow_cost.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace clustersim {
namespace {

/// Messages over each link; ports are counted separately from links between switches.
struct Crossings {
    explicit Crossings(std::size_t links) : ports(links, 0), inner(links, 0) {}

    void add(std::span<LinkIndex const> route) {
        for (std::size_t hop = 0; hop < route.size(); ++hop) {
            bool const port = hop == 0 || hop + 1 == route.size();
            ++(port ? ports : inner)[route[hop]];
        }
    }
    std::vector<std::uint32_t> ports;
    std::vector<std::uint32_t> inner;
};

}  // namespace

Result<PatternCost> pattern_cost(FlowNetwork const& network,
                                 std::span<EndpointPair const> messages,
                                 std::span<Bandwidth const> capacities) {
    CS_ENSURE(capacities.size() == network.links.size(), "every link has a capacity");
    Crossings crossings(network.links.size());
    Duration latency{};
    // In pieces, because all pairs of a large job are millions of messages.
    constexpr std::size_t piece = 1 << 16;
    for (std::size_t first = 0; first < messages.size(); first += piece) {
        auto const routes =
            route_all(network, messages.subspan(first, std::min(piece, messages.size() - first)));
        if (!routes) return failure(routes.error());
        for (std::size_t i = 0; i < routes->size(); ++i) {
            crossings.add((*routes)[i]);
            latency += latency_of(network, (*routes)[i]);
        }
    }
    PatternCost cost{bytes_per_second(std::numeric_limits<double>::infinity()), Duration{}};
    if (messages.empty()) return cost;
    cost.latency = latency / static_cast<double>(messages.size());
    double const busiest = *std::ranges::max_element(crossings.ports);
    for (std::size_t link = 0; link < capacities.size(); ++link) {
        if (crossings.inner[link] == 0) continue;
        cost.port_limit =
            std::min(cost.port_limit, capacities[link] * (busiest / crossings.inner[link]));
    }
    return cost;
}

Network network_on_placement(Network quiet, PatternCost const& cost, Duration port_latency) {
    quiet.nic = std::min(quiet.nic, cost.port_limit);
    quiet.nic_send = std::min(quiet.nic_send, cost.port_limit);
    quiet.nic_latency += std::max(Duration{}, cost.latency - port_latency);
    return quiet;
}

}  // namespace clustersim
