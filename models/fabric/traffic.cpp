// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/traffic.hpp"

#include <algorithm>

namespace clustersim {
namespace {

std::vector<EndpointId> ports_of_group(Fabric const& fabric, std::uint32_t group) {
    std::vector<EndpointId> ports;
    for (std::uint32_t e = 0; e < fabric.endpoint_count(); ++e) {
        if (fabric.switch_at(fabric.endpoint({e}).leaf).group == group) ports.push_back({e});
    }
    return ports;
}

}  // namespace

TrafficShare share_of(Fabric const& fabric, Routing routing, std::span<PortPair const> flows) {
    Router router(fabric, routing);
    std::vector<Bandwidth> load(fabric.link_count());
    std::vector<std::uint32_t> crossing(fabric.link_count(), 0);
    router.set_load(load);
    std::vector<std::vector<LinkId>> routes;
    for (std::size_t i = 0; i < flows.size(); ++i) {
        auto const [from, to] = flows[i];
        if (from == to) continue;
        router.route(from, to, i, routes.emplace_back());
        Bandwidth const sent = fabric.link(Fabric::injection(from)).capacity;
        for (LinkId const id : routes.back()) {
            load[id.value] += sent;
            ++crossing[id.value];
        }
    }
    TrafficShare share;
    for (std::size_t r = 0; r < routes.size(); ++r) {
        Bandwidth got = fabric.link(routes[r].front()).capacity;
        for (LinkId const id : routes[r])
            got = std::min(got, fabric.link(id).capacity / static_cast<double>(crossing[id.value]));
        share.least = r == 0 ? got : std::min(share.least, got);
        share.mean += got / static_cast<double>(routes.size());
        share.hops +=
            static_cast<double>(routes[r].size() - 2) / static_cast<double>(routes.size());
    }
    return share;
}

std::vector<PortPair> group_to_group(Fabric const& fabric, std::uint32_t from, std::uint32_t to) {
    std::vector<EndpointId> const senders = ports_of_group(fabric, from);
    std::vector<EndpointId> const receivers = ports_of_group(fabric, to);
    std::vector<PortPair> flows;
    for (std::size_t i = 0; i < std::min(senders.size(), receivers.size()); ++i)
        flows.emplace_back(senders[i], receivers[i]);
    return flows;
}

std::vector<PortPair> half_shift(std::span<EndpointId const> ports) {
    std::vector<PortPair> flows;
    for (std::size_t i = 0; i < ports.size(); ++i)
        flows.emplace_back(ports[i], ports[(i + ports.size() / 2) % ports.size()]);
    return flows;
}

}  // namespace clustersim
