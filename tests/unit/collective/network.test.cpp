// SPDX-License-Identifier: Apache-2.0
#include "models/collective/network.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/collective/simple_node.hpp"

#include <utility>
#include <vector>

using namespace clustersim;
using namespace clustersim::literals;

TEST_CASE("one device per node has one port and shares it with the other groups of its node",
          "[collective][unit]") {
    auto const ports = [](Group const& group, Network const& network) {
        return node_bandwidth(group, network, network.nic).si() / 1e9;
    };
    CHECK(ports({2, 1, 1}, simple_network()) == Approx(10.0));
    // Four of these groups have a port each.
    CHECK(ports({2, 1, 4}, simple_network()) == Approx(10.0));
    // Eight devices on four ports, as on LUMI: half a port each.
    Network shared = simple_network();
    shared.devices = 8;
    CHECK(ports({2, 1, 8}, shared) == Approx(5.0));
    CHECK(ports({8, 4, 1}, simple_network()) == Approx(40.0));
}

TEST_CASE("devices wired in pairs reach their full rate only together", "[collective][unit]") {
    NodeType type = simple_node();
    type.link = link_of(NodeLinkKind::nvlink_pairs, 300.0_GBps, 100.0_GBps, 0.0_us, 1.0);
    Network const network = network_of(type, FabricParameters{}, 1);
    CHECK(network.ring(2).si() / 1e9 == Approx(100.0));
    CHECK(network.ring(3).si() / 1e9 == Approx(200.0));
    CHECK(network.ring(4).si() / 1e9 == Approx(300.0));
    CHECK(network.pair.si() / 1e9 == Approx(100.0));
}

TEST_CASE("the cube mesh of eight V100 has 1, 2, 4, 0, 2, 4 and 6 rings", "[collective][unit]") {
    // Wires of a DGX-1: two to the opposite corner of a face and two to the twin on the other face.
    std::vector<int> wires(64, 0);
    int const pairs[][3] = {{0, 1, 1},
                            {0, 2, 1},
                            {0, 3, 2},
                            {0, 4, 2},
                            {1, 2, 2},
                            {1, 3, 1},
                            {1, 5, 2},
                            {2, 3, 2},
                            {2, 6, 1},
                            {3, 7, 1},
                            {4, 5, 1},
                            {4, 6, 1},
                            {4, 7, 2},
                            {5, 6, 2},
                            {5, 7, 1},
                            {6, 7, 2}};
    for (auto const& [a, b, count] : pairs) {
        wires[static_cast<std::size_t>(a * 8 + b)] = count;
        wires[static_cast<std::size_t>(b * 8 + a)] = count;
    }
    NodeType type;
    type.gpus = 8;
    type.link = link_of(NodeLinkKind::nvlink_pairs, 150.0_GBps, 25.0_GBps, 1.0_us, 1.0);
    type.link.wires = wires;
    Network const network = network_of(type, FabricParameters{}, 1);
    int const rings[] = {1, 2, 4, 0, 2, 4, 6};
    for (int n = 2; n <= 8; ++n) {
        INFO(n << " devices");
        CHECK(network.ring(n).si() / 25e9 == Approx(rings[n - 2]));
    }
}

TEST_CASE("a tapered fabric slows down only traffic that leaves a group", "[collective][unit]") {
    FabricParameters fabric;
    fabric.groups = 4;
    fabric.nodes_per_group = 16;
    fabric.global_taper = 4.0;
    NodeType const type = simple_node();
    auto const port = [&](int nodes, Spread spread) {
        return network_of(type, fabric, nodes, spread).nic.si() / 1e9;
    };
    CHECK(port(16, Spread::compact) == Approx(10.0));
    // 2 of 32 ring neighbours cross: 4 x 1/16 of the traffic is below the capacity of the links.
    CHECK(port(32, Spread::compact) == Approx(10.0));
    // Anywhere in the machine 3 of 4 neighbours are in other groups: 1 / (4 x 0.75) of the port's 20
    // GB/s, half of which its node uses.
    CHECK(port(32, Spread::scattered) == Approx(20.0 / 3.0));
    fabric.leaf_taper = 5.0;
    CHECK(port(32, Spread::scattered) == Approx(20.0 / 5.0));
    fabric.global_taper = fabric.leaf_taper = 1.5;
    CHECK(port(32, Spread::scattered) == Approx(10.0));
}

TEST_CASE("the span of a list of nodes counts its leaves and groups", "[collective][unit]") {
    FabricParameters fabric;
    fabric.groups = 4;
    fabric.nodes_per_group = 16;
    fabric.leaves_per_group = 4;
    std::vector<int> const near{0, 1, 2, 3};
    CHECK(span_of(NodeType{}, fabric, near).leaf_crossing == 0.0);
    CHECK(span_of(NodeType{}, fabric, near).group_crossing == 0.0);
    // 3 -> 4 and back change the leaf, and no pair changes the group.
    std::vector<int> const two_leaves{2, 3, 4, 5};
    CHECK(span_of(NodeType{}, fabric, two_leaves).leaf_crossing == Approx(0.5));
    CHECK(span_of(NodeType{}, fabric, two_leaves).group_crossing == 0.0);
    std::vector<int> const far{0, 16, 32, 48};
    CHECK(span_of(NodeType{}, fabric, far).group_crossing == Approx(1.0));
    // Compact placements are lists filled from the first node.
    std::vector<int> first(32);
    for (int i = 0; i < 32; ++i) first[static_cast<std::size_t>(i)] = i;
    CHECK(span_of(NodeType{}, fabric, first).leaf_crossing ==
          Approx(span_of(NodeType{}, fabric, 32, Spread::compact).leaf_crossing));
    CHECK(span_of(NodeType{}, fabric, first).group_crossing ==
          Approx(span_of(NodeType{}, fabric, 32, Spread::compact).group_crossing));
}

TEST_CASE("the first nodes are counted in units as a list of them is", "[collective][unit]") {
    // Units of 3.2, 16, 0.5 and 1/3 nodes, of one node and of more than there are.
    std::vector<std::pair<int, int>> const groups_and_leaves{
        {16, 5}, {32, 2}, {4, 8}, {1, 3}, {10, 10}, {1000, 1}};
    for (auto const& [nodes_of_group, leaves] : groups_and_leaves) {
        FabricParameters fabric;
        fabric.kind = FabricKind::dragonfly;
        fabric.groups = 40;
        fabric.nodes_per_group = nodes_of_group;
        fabric.leaves_per_group = leaves;
        std::vector<int> first;
        for (int n = 1; n <= 130; ++n) {
            first.push_back(n - 1);
            CAPTURE(nodes_of_group, leaves, n);
            FabricSpan const counted = span_of(NodeType{}, fabric, n, Spread::compact);
            FabricSpan const listed = span_of(NodeType{}, fabric, first);
            CHECK(counted.nodes == listed.nodes);
            CHECK(counted.leaf_crossing == listed.leaf_crossing);
            CHECK(counted.group_crossing == listed.group_crossing);
            CHECK(counted.leaf_pairs.mean == listed.leaf_pairs.mean);
            CHECK(counted.leaf_pairs.load == listed.leaf_pairs.load);
            CHECK(counted.group_pairs.mean == listed.group_pairs.mean);
        }
    }
}
