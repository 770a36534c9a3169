// SPDX-License-Identifier: Apache-2.0
#include "models/flow/fabric_network.hpp"

#include <memory>
#include <utility>

namespace clustersim {
namespace {

/// State of one user of the routes between its queries.
struct Asked {
    std::vector<LinkId> route;
    std::vector<Bandwidth> load;  ///< by link; empty unless routing follows it
};

}  // namespace

FlowNetwork flow_network_of(Router& router, std::vector<Bandwidth> load) {
    Fabric const& fabric = router.fabric();
    FlowNetwork network;
    network.endpoints = fabric.endpoint_count();
    network.links.reserve(fabric.link_count());
    for (Link const& link : fabric.links()) network.links.push_back({link.capacity, link.latency});

    auto const asked = std::make_shared<Asked>();
    bool const adaptive = router.routing() == Routing::adaptive;
    if (adaptive) {
        asked->load = std::move(load);
        asked->load.resize(fabric.link_count());
    }
    network.route = [&router, asked, adaptive](std::uint32_t from,
                                               std::uint32_t to,
                                               std::uint64_t flow,
                                               std::vector<LinkIndex>& links) {
        if (adaptive) router.set_load(asked->load);
        router.route({from}, {to}, flow, asked->route);
        if (adaptive) router.set_load({});
        Bandwidth const port = router.fabric().link(Fabric::injection({from})).capacity;
        for (LinkId const link : asked->route) {
            links.push_back(link.value);
            if (adaptive) asked->load[link.value] += port;
        }
        return from == to || !asked->route.empty();
    };
    return network;
}

std::vector<Bandwidth> reached_capacities(Fabric const& fabric, double achievable) {
    std::vector<Bandwidth> all;
    all.reserve(fabric.link_count());
    for (Link const& link : fabric.links()) {
        bool const port = link.level == LinkLevel::injection;
        all.push_back(link.capacity * (port ? achievable : 1.0));
    }
    return all;
}

}  // namespace clustersim
