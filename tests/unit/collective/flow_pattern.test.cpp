// SPDX-License-Identifier: Apache-2.0
#include "models/collective/flow_pattern.hpp"

#include "models/fabric/build.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace clustersim;

namespace {

/// Nodes with two ports each on one switch.
Fabric nodes_at_a_switch(int nodes) {
    std::string rows = "from,to,bandwidth,latency,level\n";
    for (int node = 0; node < nodes; ++node)
        for (int port = 0; port < 2; ++port)
            rows += "n" + std::to_string(node) + ",s,25 GB/s,1 us,injection\n";
    auto fabric = parse_edge_list(rows, "test.csv");
    REQUIRE(fabric);
    return std::move(*fabric);
}

PlacedGroup group_of(std::uint32_t nodes, std::vector<std::uint32_t> ports) {
    PlacedGroup group;
    for (std::uint32_t node = 0; node < nodes; ++node) group.nodes.push_back({node});
    group.ports = std::move(ports);
    return group;
}

std::set<std::pair<std::uint32_t, std::uint32_t>>
set_of(std::vector<EndpointPair> const& messages) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> set;
    for (EndpointPair const& m : messages) set.emplace(m.from, m.to);
    return set;
}

/// Number of messages that leave or reach the busiest port.
int busiest_port(std::vector<EndpointPair> const& messages) {
    std::map<std::uint32_t, int> sent;
    std::map<std::uint32_t, int> received;
    int most = 0;
    for (EndpointPair const& m : messages)
        most = std::max({most, ++sent[m.from], ++received[m.to]});
    return most;
}

NodeType four_devices() {
    NodeType type;
    type.gpus = 4;
    type.nic.count = 2;
    type.nic.nic_of_gpu = {0, 0, 1, 1};
    return type;
}

}  // namespace

TEST_CASE("a ring goes around once on each port", "[collective][unit]") {
    Fabric const fabric = nodes_at_a_switch(3);
    auto const messages = messages_of(fabric, FlowPattern::ring, group_of(3, {0, 1}));
    using Set = std::set<std::pair<std::uint32_t, std::uint32_t>>;
    CHECK(messages.size() == 6);
    CHECK(set_of(messages) == Set{{0, 2}, {1, 3}, {2, 4}, {3, 5}, {4, 0}, {5, 1}});
}

TEST_CASE("an all-to-all has every pair once", "[collective][unit]") {
    Fabric const fabric = nodes_at_a_switch(5);
    auto const messages = messages_of(fabric, FlowPattern::all_to_all, group_of(5, {1}));
    CHECK(messages.size() == 20);
    CHECK(set_of(messages).size() == 20);
    CHECK(busiest_port(messages) == 4);
}

TEST_CASE("two trees load no port with more than four messages per direction",
          "[collective][unit]") {
    for (std::uint32_t n = 2; n <= 33; ++n) {
        Fabric const fabric = nodes_at_a_switch(static_cast<int>(n));
        auto const messages = messages_of(fabric, FlowPattern::tree, group_of(n, {0}));
        CHECK(messages.size() == 4 * (n - 1));
        // An inner node of one tree: a parent and two children; the same node as a leaf of the
        // other: its parent.
        CHECK(busiest_port(messages) <= 4);
    }
}

TEST_CASE("every node of a tree reaches the root", "[collective][unit]") {
    for (int n = 1; n <= 64; ++n) {
        for (int node = 0; node < n; ++node) {
            int at = node;
            int depth = 0;
            while (at != 0) {
                at = tree_parent(at, n);
                REQUIRE(at >= 0);
                REQUIRE(at < n);
                ++depth;
            }
            CHECK((1 << std::max(0, depth - 1)) <= n);
        }
    }
}

TEST_CASE("a group on one node sends nothing", "[collective][unit]") {
    Fabric const fabric = nodes_at_a_switch(2);
    for (FlowPattern const pattern :
         {FlowPattern::ring, FlowPattern::tree, FlowPattern::all_to_all})
        CHECK(messages_of(fabric, pattern, group_of(1, {0, 1})).empty());
}

TEST_CASE("a group uses the ports of its devices", "[collective][unit]") {
    using Ports = std::vector<std::uint32_t>;
    CHECK(ports_of_devices(four_devices(), 0, 1) == Ports{0});
    CHECK(ports_of_devices(four_devices(), 2, 2) == Ports{1});
    CHECK(ports_of_devices(four_devices(), 0, 4) == Ports{0, 1});
    NodeType cpu;
    cpu.nic.count = 2;
    CHECK(ports_of_devices(cpu, 0, 1) == Ports{0, 1});
}

TEST_CASE("several groups on the same nodes share the ports of a node", "[collective][unit]") {
    Fabric const fabric = nodes_at_a_switch(2);
    std::vector<FabricNodeId> const nodes{{0}, {1}};
    auto const groups = side_by_side(four_devices(), nodes, 1);
    REQUIRE(groups.size() == 4);
    auto const messages = messages_of(fabric, FlowPattern::ring, groups);
    CHECK(messages.size() == 8);
    CHECK(busiest_port(messages) == 2);
}
