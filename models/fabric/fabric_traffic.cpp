// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/fabric_traffic.hpp"

#include <algorithm>

namespace clustersim {
namespace {

std::vector<EndpointId> ports_of_group(Fabric const& fabric, std::uint32_t group) {
    std::vector<EndpointId> ports;
    for (std::uint32_t e = 0; e < fabric.endpoint_count(); ++e)
        if (fabric.switch_at(fabric.endpoint({e}).leaf).group == group) ports.push_back({e});
    return ports;
}

}  // namespace

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
