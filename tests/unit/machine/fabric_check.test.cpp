// SPDX-License-Identifier: Apache-2.0
#include "models/machine/fabric_check.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/machine/machine_test.hpp"

using namespace clustersim;

namespace {

/// The small machine on a tree of two classes, with another fabric that is part of it.
std::string const fabrics = R"(  tree:
    kind: dragonfly_plus
    groups: 3
    nodes_per_group: 4
    links_per_group_pair: 2
    link: 200 Gb/s
    switch_latency: 0.13 us
    group_classes:
      full: {groups: 2, nodes: {gpu: 4}}
      empty: {groups: 1, links_to: {full: 5, other: {value: 3, source: E, confidence: estimate}}}
  other:
    part_of: tree
    kind: dragonfly_plus
    groups: 1
    nodes_per_group: 4
    links_per_group_pair: 2
    link: 200 Gb/s
    switch_latency: 0.13 us
)";

std::string const plain =
    "  tree: {kind: fat_tree, groups: 1, nodes_per_group: 8, link: 200 Gb/s, switch_latency: 0.13 "
    "us}\n";

/// The machine with those fabrics, in which one passage is replaced.
std::string spoilt(std::string const& passage, std::string const& instead) {
    std::string text = fabrics;
    auto const at = text.find(passage);
    return with(plain,
                at == std::string::npos ? "the passage is not there"
                                        : text.replace(at, passage.size(), instead));
}

}  // namespace

TEST_CASE("classes of groups and joined fabrics are read", "[machine][unit]") {
    auto const system = read_machine(with(plain, fabrics));
    REQUIRE(system);
    FabricParameters const& tree = system->fabrics.at("tree");
    REQUIRE(tree.classes.size() == 2);
    CHECK(tree.classes[0].name == "full");
    CHECK(tree.classes[0].nodes.at("gpu") == 4);
    CHECK(tree.classes[1].links_to.at("full") == 5);
    CHECK(tree.classes[1].links_to.at("other") == 3);
    CHECK(tree.rails == 1);
    CHECK(tree.routing == Routing::minimal);
    CHECK(system->fabrics.at("other").part_of == "tree");
}

TEST_CASE("names in classes and in part_of must exist", "[machine][unit]") {
    CHECK(only_problem(spoilt("nodes: {gpu: 4}", "nodes: {gpus: 4}")) == "CS0108:29");
    CHECK(only_problem(spoilt("{full: 5", "{fall: 5")) == "CS0108:30");
    auto const read = read_machine(spoilt("{full: 5", "{fall: 5"));
    CHECK(to_text(read.error()).find("did you mean \"full\"?") != std::string::npos);
    // Names of fabrics that are not joined cannot be linked to either.
    auto const apart = read_machine(spoilt("part_of: tree", "part_of: three"));
    REQUIRE_FALSE(apart);
    REQUIRE(apart.error().items().size() == 2);
    CHECK(apart.error().items()[1].message == "there is no fabric \"three\"");
    CHECK(apart.error().items()[1].where.line == 32);
    auto const itself = read_machine(spoilt("part_of: tree", "part_of: other"));
    REQUIRE_FALSE(itself);
    CHECK(itself.error().items()[1].message ==
          "\"other\" is not a separate network, so \"other\" cannot be part of it");
}

TEST_CASE("classes add up to the groups", "[machine][unit]") {
    auto const read = read_machine(spoilt("groups: 2, nodes", "groups: 3, nodes"));
    REQUIRE_FALSE(read);
    CHECK(read.error().items().front().message == "the classes have 4 groups in total, not 3");
    CHECK(read.error().items().front().where.line == 23);
}

TEST_CASE("joined fabrics have the same kind", "[machine][unit]") {
    std::string const text = spoilt("    part_of: tree\n    kind: dragonfly_plus",
                                    "    part_of: tree\n    kind: fat_tree");
    CHECK(only_problem(text) == "CS0110:32");
}

TEST_CASE("wires are a symmetric matrix over the devices of a node", "[machine][unit]") {
    auto const wired = [](std::string const& wires) {
        return with("achievable: 0.7}", "achievable: 0.7, wires: [" + wires + "]}");
    };
    CHECK(only_problem(wired("0,2,1,0, 2,0,0,1, 1,0,0,2, 0,1,2,0")) == "accepted");
    CHECK(only_problem(wired("0,2,1,0")) == "CS0110:28");
    CHECK(only_problem(wired("0,2,1,0, 1,0,0,1, 1,0,0,2, 0,1,2,0")) == "CS0110:28");
    CHECK(only_problem(wired("1,2,1,0, 2,0,0,1, 1,0,0,2, 0,1,2,0")) == "CS0110:28");
    CHECK(only_problem(wired("0,0,0,0, 0,0,1,1, 0,1,0,2, 0,1,2,0")) == "CS0110:28");
    CHECK(read_machine(wired("0,2,1,0, 1,0,0,1, 1,0,0,2, 0,1,2,0")).error().items()[0].message ==
          "2 wires from device 0 to 1, but 1 back");
}
