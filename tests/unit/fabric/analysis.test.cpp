// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/analysis.hpp"

#include "models/fabric/graph.hpp"
#include "tests/unit/fabric/fabric_test.hpp"

using namespace clustersim;
using namespace clustersim::fabric_test;

namespace {

Fabric tapered_tree() {
    GroupShape shape = group("", 32, 4);
    shape.spines = 2;
    shape.leaf_uplinks = 2;
    return *build_shape(network(FabricFamily::fat_tree, shape, 1, 0));
}

}  // namespace

TEST_CASE("level totals count each cable once", "[fabric][unit]") {
    auto const totals = level_totals(tapered_tree());
    REQUIRE(totals.size() == 2);
    CHECK(totals[0].level == LinkLevel::injection);
    CHECK(totals[0].cables == 32);
    CHECK(totals[1].level == LinkLevel::leaf_spine);
    CHECK(totals[1].capacity.si() == Approx(8 * 200 * gbit));
}

TEST_CASE("a switch has no routes to itself", "[fabric][unit]") {
    PathDiversity const routes = path_diversity(tapered_tree(), {1}, {1});
    CHECK(routes.hops == 0);
    CHECK(routes.disjoint == 0);
}

TEST_CASE("the maximum flow equals that of the textbook", "[fabric][unit]") {
    // T. Cormen et al., Introduction to Algorithms, the network of the chapter on maximum flow: 23.
    FlatGraph const graph{6,
                          {{0, 1, 16},
                           {0, 2, 13},
                           {1, 3, 12},
                           {2, 1, 4},
                           {2, 4, 14},
                           {3, 2, 9},
                           {3, 5, 20},
                           {4, 3, 7},
                           {4, 5, 4}}};
    CHECK(max_flow(graph, 0, 5) == 23);
}

TEST_CASE("components and hops follow the arcs", "[fabric][unit]") {
    FlatGraph const graph{5, {{0, 1, 1}, {1, 0, 1}, {1, 2, 1}, {2, 1, 1}, {3, 4, 1}, {4, 3, 1}}};
    Components const parts = components(graph);
    CHECK(parts.count == 2);
    CHECK(parts.of[0] == parts.of[2]);
    CHECK(parts.of[0] != parts.of[3]);
    HopCounter hops(graph);
    CHECK(hops.from(0) == std::vector<std::uint32_t>{0, 1, 2, unreached, unreached});
    CHECK(hops.from(4)[3] == 1);
}
