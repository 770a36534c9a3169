// SPDX-License-Identifier: Apache-2.0
#include "models/collective/placement.hpp"

#include "models/fabric/build.hpp"
#include "models/flow/fabric_network.hpp"
#include "models/machine/catalogue.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace clustersim;

namespace {

struct PlacedMachine {
    Fabric fabric;
    std::vector<FabricNodeId> nodes;
};

PlacedMachine placed_machine(std::string const& name) {
    auto const loaded = Catalogue(std::string(PROJECT_DIR) + "/systems").load(name);
    REQUIRE(loaded);
    System const& system = loaded->system;
    Partition const& partition = system.default_partition();
    auto fabric = build_fabric(system, partition);
    REQUIRE(fabric);
    auto nodes = nodes_of(*fabric, system, partition);
    return {std::move(*fabric), std::move(nodes)};
}

std::vector<FabricNodeId> place(PlacedMachine const& m, std::size_t count, PlacementKind kind) {
    RandomStream random(1, "test");
    return place_nodes(m.fabric, m.nodes, count, kind, random);
}

std::set<std::uint32_t> groups_of(PlacedMachine const& m, std::vector<FabricNodeId> const& nodes) {
    std::set<std::uint32_t> groups;
    for (FabricNodeId const node : nodes) groups.insert(m.fabric.group_of(node));
    return groups;
}

}  // namespace

TEST_CASE("nodes are in one group, in all groups, or anywhere", "[collective][unit]") {
    PlacedMachine const m = placed_machine("leonardo");
    CHECK(groups_of(m, place(m, 16, PlacementKind::compact)).size() == 1);
    CHECK(groups_of(m, place(m, 16, PlacementKind::spread)).size() == 16);
    auto const any = place(m, 16, PlacementKind::random);
    CHECK(any == place(m, 16, PlacementKind::random));
    CHECK(std::set(any.begin(), any.end()).size() == 16);
    CHECK(groups_of(m, any).size() > 4);
}

TEST_CASE("nodes are found by name, and every wrong name is reported", "[collective][unit]") {
    PlacedMachine const m = placed_machine("leonardo");
    std::vector<std::string> names{m.fabric.node_name(m.nodes[7]), m.fabric.node_name(m.nodes[2])};
    auto const found = nodes_by_name(m.fabric, m.nodes, names);
    REQUIRE(found);
    CHECK(*found == std::vector{m.nodes[7], m.nodes[2]});
    names.insert(names.end(), {"nobody", names.front()});
    auto const wrong = nodes_by_name(m.fabric, m.nodes, names);
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().items().size() == 2);
    std::vector<SourceSpan> const places{{"nodes.txt", 1, 1, 9},
                                         {"nodes.txt", 2, 1, 9},
                                         {"nodes.txt", 4, 1, 6},
                                         {"nodes.txt", 7, 1, 9}};
    auto const placed = nodes_by_name(m.fabric, m.nodes, names, places);
    REQUIRE_FALSE(placed);
    CHECK(placed.error().items()[0].where.line == 4);
    CHECK(placed.error().items()[1].where.line == 7);
}

TEST_CASE("other jobs fill the rest of the machine, each node once", "[collective][unit]") {
    PlacedMachine const m = placed_machine("leonardo");
    Router router(m.fabric, Routing::ecmp);
    FlowNetwork const network = flow_network_of(router);
    auto const mine = place(m, 64, PlacementKind::random);
    BackgroundMix mix;
    mix.busy = 0.5;
    mix.duty = 0.3;
    RandomStream random(4, "others");
    auto const jobs = other_jobs(m.fabric, network, nodes_left(m.nodes, mine), mix, random);
    REQUIRE(jobs);
    std::set<LinkIndex> own;
    for (FabricNodeId const node : mine)
        own.insert(Fabric::injection(m.fabric.endpoint_of(node, 0)).value);
    std::set<LinkIndex> ports;
    std::size_t flows = 0;
    for (Neighbour const& job : *jobs) {
        CHECK(job.duty == 0.3);
        CHECK(job.period.si() >= 0.1);
        CHECK(job.period.si() <= 10.0);
        for (std::size_t flow = 0; flow < job.routes.size(); ++flow) {
            ports.insert(job.routes[flow].front());
            CHECK_FALSE(own.contains(job.routes[flow].front()));
        }
        flows += job.routes.size();
    }
    // A ring sends once from each port; a single node left at the end sends nothing.
    CHECK(ports.size() == flows);
    std::size_t const nodes = (m.nodes.size() - 64) / 2;
    std::size_t const per_node = m.fabric.nics_of(m.nodes.front());
    CHECK(flows <= nodes * per_node);
    CHECK(flows >= (nodes - 1) * per_node);
}
