// SPDX-License-Identifier: Apache-2.0
#include "models/collective/domain.hpp"

#include "models/collective/domain_groups.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/collective/simple_node.hpp"

#include <vector>

using namespace clustersim;

TEST_CASE("links of a domain join as many nodes of a job as are in one domain",
          "[collective][unit]") {
    NodeType type = simple_node();
    CHECK(linked_nodes(type, 5) == 1);
    type.link.domain = 18 * type.gpus;
    REQUIRE(domain_nodes(type) == 18);
    CHECK(linked_nodes(type, 7) == 7);
    CHECK(linked_nodes(type, 18) == 18);
    CHECK(linked_nodes(type, 36) == 18);
    CHECK(linked_nodes(type, 128) == 16);  // parts of equal size, as with --segment=16
    CHECK(linked_nodes(type, 37) == 13);   // over three domains
    CHECK(linked_nodes(type, std::vector{0, 1, 17}) == 3);
    CHECK(linked_nodes(type, std::vector{9, 17, 18, 26}) == 2);
    CHECK(linked_nodes(type, std::vector{0, 18, 36, 54}) == 1);
    type.nodes = 72;
    CHECK(linked_nodes(type, 8, Spread::compact) == 8);
    CHECK(linked_nodes(type, 8, Spread::scattered) == 2);
}

TEST_CASE("a job on nodes of many domains has the links that its nodes share",
          "[collective][unit]") {
    NodeType type = simple_node();
    CHECK(with_links_of(type, 3).linked_devices() == type.gpus);
    type.link.domain = 18 * type.gpus;
    CHECK(with_links_of(type, 18).linked_devices() == 72);
    CHECK(with_links_of(type, 1).linked_devices() == type.gpus);
    CHECK(linked_nodes(with_links_of(type, 12), 36) == 12);
}

TEST_CASE("trays send to those in their place of the other domains", "[collective][unit]") {
    NodeType const type = simple_node();
    std::vector<FabricNodeId> nodes;
    for (std::uint32_t node = 0; node < 6; ++node) nodes.push_back({node});
    auto const groups = domain_groups(type, nodes, {24, 12, 1});  // two domains of three trays
    REQUIRE(groups.size() == 3);
    CHECK(groups[1].nodes == std::vector<FabricNodeId>{{1}, {4}});
    for (PlacedGroup const& group : domain_groups(type, nodes, {24, 24, 1}))
        CHECK(group.nodes.size() == 1);
    CHECK(domain_groups(type, nodes, {24, 4, 1}).size() == 1);
}
