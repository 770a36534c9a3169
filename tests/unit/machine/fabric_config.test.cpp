// SPDX-License-Identifier: Apache-2.0
#include "models/machine/fabric_config.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/machine/machine_test.hpp"

using namespace clustersim;

TEST_CASE("switches, cables and ports of a fabric are read", "[machine][unit]") {
    auto const system = read_machine(
        with("nodes_per_group: 8,",
             "nodes_per_group: 8, leaves_per_group: 4, spines_per_group: 2, leaf_uplinks: 6, "
             "spine_uplinks: 3, cores: 5, rails: 2, switch_ports: 40, other_switches: 7, "
             "links_per_switch_pair: 9, routing: {value: adaptive, source: D, confidence: docs},"));
    REQUIRE(system);
    FabricParameters const& tree = system->fabrics.at("tree");
    CHECK(tree.leaves_per_group == 4);
    CHECK(tree.spines_per_group == 2);
    CHECK(tree.leaf_uplinks == 6);
    CHECK(tree.spine_uplinks == 3);
    CHECK(tree.cores == 5);
    CHECK(tree.rails == 2);
    CHECK(tree.switch_ports == 40);
    CHECK(tree.other_switches == 7);
    CHECK(tree.links_per_switch_pair == 9);
    CHECK(tree.routing == Routing::adaptive);
}

TEST_CASE("levels above the islands are given by name or as cores, not both", "[machine][unit]") {
    std::string const levels =
        "nodes_per_group: 8, upper_levels: {middle: {switches: 4, pods: 2, uplinks: 3}, top: "
        "{switches: 6}},";
    auto const system = read_machine(with("nodes_per_group: 8,", levels));
    REQUIRE(system);
    auto const& upper = system->fabrics.at("tree").upper_levels;
    REQUIRE(upper.size() == 2);
    CHECK(upper[0].name == "middle");
    CHECK(upper[0].switches == 4);
    CHECK(upper[0].pods == 2);
    CHECK(upper[0].uplinks == 3);
    CHECK(upper[1].switches == 6);
    CHECK(only_problem(with("nodes_per_group: 8,", levels + " cores: 6,")) == "CS0110:21");
}

TEST_CASE("a fabric's numbers are at least one, and its names are known", "[machine][unit]") {
    CHECK(only_problem(with("nodes_per_group: 8,", "nodes_per_group: 8, rails: 0,")) ==
          "CS0107:21");
    CHECK(only_problem(with("nodes_per_group: 8,", "nodes_per_group: 8, routing: ecpm,")) ==
          "CS0108:21");
    CHECK(only_problem(with("nodes_per_group: 8,",
                            "nodes_per_group: 8, group_classes: {a: {nodes: {gpu: 8}}},")) ==
          "CS0104:21");
    CHECK(only_problem(with("nodes_per_group: 8,", "nodes_per_group: 8, leaf_uplink: 4,")) ==
          "CS0103:21");
}
