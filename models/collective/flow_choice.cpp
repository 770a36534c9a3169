// SPDX-License-Identifier: Apache-2.0
#include "models/collective/flow_choice.hpp"

#include "models/flow/fabric_network.hpp"

#include <utility>
#include <vector>

namespace clustersim {
namespace {

/// Bandwidth that other jobs use on each link.
std::vector<Bandwidth> load_of(Fabric const& fabric, std::span<Bandwidth const> capacities) {
    std::vector<Bandwidth> load;
    load.reserve(capacities.size());
    for (std::size_t link = 0; link < capacities.size(); ++link)
        load.push_back(fabric.links()[link].capacity - capacities[link]);
    return load;
}

/// The latency of a step between two ports of the job under one switch, which the closed forms include.
/// Nodes of other types may have other ports.
Duration least_latency(Fabric const& fabric, std::span<PlacedGroup const> groups) {
    if (groups.empty() || groups.front().nodes.empty() || groups.front().ports.empty()) return {};
    EndpointId const own =
        fabric.endpoint_of(groups.front().nodes.front(), groups.front().ports.front());
    return fabric.link(Fabric::injection(own)).latency + fabric.link(Fabric::ejection(own)).latency;
}

/// The mean latency of messages that meet only the load of other jobs.
Duration idle_latency(Router& router,
                      std::vector<Bandwidth> const& load,
                      std::span<EndpointPair const> messages) {
    if (messages.empty()) return {};
    router.set_load(load);
    std::vector<LinkId> route;
    Duration sum{};
    for (std::size_t flow = 0; flow < messages.size(); ++flow) {
        router.route({messages[flow].from}, {messages[flow].to}, flow, route);
        sum += latency_of(router.fabric(), route);
    }
    router.set_load({});
    return sum / static_cast<double>(messages.size());
}

}  // namespace

Result<PlacedNetworks> networks_on_placement(Collective collective,
                                             Router& router,
                                             std::span<Bandwidth const> capacities,
                                             std::span<PlacedGroup const> groups,
                                             Network const& quiet) {
    Fabric const& fabric = router.fabric();
    Diagnostics problems;
    auto const under = [&](FlowPattern pattern) {
        FlowNetwork const network = flow_network_of(router, load_of(fabric, capacities));
        auto const messages = messages_of(fabric, pattern, groups);
        auto cost = pattern_cost(network, messages, capacities);
        // Small messages load nothing, so each is routed as if it were the first.
        if (cost && router.routing() == Routing::adaptive)
            cost->latency = idle_latency(router, load_of(fabric, capacities), messages);
        if (!cost) {
            problems.append_unsaid(cost.error());
            return quiet;
        }
        return network_on_placement(quiet, *cost, least_latency(fabric, groups));
    };
    bool const all_pairs = collective == Collective::all_to_all;
    PlacedNetworks networks{under(all_pairs ? FlowPattern::all_to_all : FlowPattern::ring),
                            all_pairs ? quiet : under(FlowPattern::tree)};
    if (problems.has_errors()) return failure(std::move(problems));
    return networks;
}

}  // namespace clustersim
