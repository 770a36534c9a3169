// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/analysis.hpp"
#include "models/fabric/routing.hpp"
#include "tests/unit/fabric/fabric_test.hpp"

using namespace clustersim;
using namespace clustersim::fabric_test;

namespace {

/// Four leaves of eight nodes, two spines, two cables between each.
GroupShape small_tree() {
    GroupShape shape = group("", 32, 4);
    shape.spines = 2;
    shape.leaf_uplinks = 4;
    return shape;
}

}  // namespace

TEST_CASE("a two-level fat tree has the leaves, spines and cables of its shape", "[fabric][unit]") {
    auto const fabric = build_shape(network(FabricFamily::fat_tree, small_tree(), 1, 0));
    REQUIRE(fabric);
    CHECK(fabric->switch_count() == 6);
    CHECK(fabric->endpoint_count() == 32);
    CHECK(cables(*fabric, LinkLevel::leaf_spine) == 16);
    CHECK(cables(*fabric, LinkLevel::injection) == 32);
    for (std::uint32_t leaf = 0; leaf < 4; ++leaf) {
        CHECK(ports_at(*fabric, {leaf}) == 8);
        for (std::uint32_t spine = 4; spine < 6; ++spine)
            CHECK(fabric->links_between({leaf}, {spine}).size() == 2);
    }
    CHECK(diameter(*fabric) == 2);
    CHECK(fabric->switch_name({1}) == "group-0/leaf-1");
    CHECK(fabric->switch_name({5}) == "group-0/spine-1");
    CHECK(fabric->endpoint_name({3}) == "node-3/nic-0");
    PathDiversity const routes = path_diversity(*fabric, {0}, {3});
    CHECK(routes.hops == 2);
    CHECK(routes.shortest == 8.0);  // over two spines, two cables up and two down each
    CHECK(routes.disjoint == 4);
}

TEST_CASE("a taper shows in a tree's taper and bisection", "[fabric][unit]") {
    GroupShape shape = small_tree();
    shape.leaf_uplinks = 2;
    auto const fabric = build_shape(network(FabricFamily::fat_tree, shape, 1, 0));
    REQUIRE(fabric);
    GroupTaper const taper = taper_of(*fabric, 0);
    CHECK(taper.injection.si() == Approx(32 * 100 * gbit));
    CHECK(taper.leaf_up.si() == Approx(8 * 200 * gbit));
    CHECK(taper.leaving.si() == 0.0);
    Bisection const halves = bisection(*fabric);
    CHECK_FALSE(halves.of_groups);
    CHECK(halves.left.size() == 2);
    CHECK(halves.formula.si() == Approx(4 * 200 * gbit));
    CHECK(halves.max_flow.si() == Approx(4 * 200 * gbit));
}

TEST_CASE("the cores join the islands, and uplinks are spread over all cores", "[fabric][unit]") {
    GroupShape shape = small_tree();
    shape.spine_uplinks = 4;
    NetworkShape whole = network(FabricFamily::fat_tree, shape, 3, 0);
    whole.upper = {{4, 0, 0}};
    auto const fabric = build_shape(whole);
    REQUIRE(fabric);
    CHECK(fabric->switch_count() == 3 * 6 + 4);
    CHECK(cables(*fabric, LinkLevel::core) == 3 * 2 * 4);
    CHECK(diameter(*fabric) == 4);
    CHECK(fabric->switch_name({18}) == "core-0");
    for (std::uint32_t core = 18; core < 22; ++core)
        CHECK(fabric->links_from(fabric->vertex(SwitchId{core})).size() == 6);
    GroupTaper const taper = taper_of(*fabric, 1);
    CHECK(taper.leaving.si() == Approx(8 * 200 * gbit));
}

TEST_CASE("a tree of four levels routes up to the lowest common pod and down", "[fabric][unit]") {
    GroupShape shape = group("", 8, 2);
    shape.spines = 2;
    shape.leaf_uplinks = 2;
    shape.spine_uplinks = 2;
    NetworkShape whole = network(FabricFamily::fat_tree, shape, 4, 0);
    whole.upper = {{2, 2, 2}, {4, 0, 0}};
    auto const fabric = build_shape(whole);
    REQUIRE(fabric);
    CHECK(diameter(*fabric) == 6);
    Router const router(*fabric, Routing::ecmp);
    std::vector<LinkId> route;
    auto const hops = [&](std::uint32_t from, std::uint32_t to) {
        router.route({from}, {to}, 7, route);
        return route.size() - 2;
    };
    CHECK(hops(0, 1) == 0);   // one leaf
    CHECK(hops(0, 4) == 2);   // one island
    CHECK(hops(0, 8) == 4);   // one pod of two islands
    CHECK(hops(0, 31) == 6);  // over the top
}

TEST_CASE("with rails each NIC of a node is on its own leaf", "[fabric][unit]") {
    GroupShape shape = group("", 6, 4);
    shape.nodes.front().nics = 2;
    shape.rails = 2;
    shape.spines = 2;
    shape.leaf_uplinks = 4;
    auto const fabric = build_shape(network(FabricFamily::fat_tree, shape, 1, 0));
    REQUIRE(fabric);
    for (std::uint32_t node = 0; node < 6; ++node) {
        SwitchId const first = fabric->endpoint(fabric->endpoint_of({node}, 0)).leaf;
        SwitchId const second = fabric->endpoint(fabric->endpoint_of({node}, 1)).leaf;
        CHECK(first.value == (node < 3 ? 0U : 2U));
        CHECK(second.value == first.value + 1);
    }
}

TEST_CASE("a tree that cannot be wired is refused with the numbers", "[fabric][unit]") {
    GroupShape shape = small_tree();
    SECTION("fewer uplinks than spines") {
        shape.spines = 5;
        CHECK(message_of(build_shape(network(FabricFamily::fat_tree, shape, 1, 0))) ==
              "fabrics.net.leaf_uplinks: a leaf of group-0 has 4 uplinks, fewer than the 5 spines "
              "that it must reach");
    }
    SECTION("leaves without a spine") {
        shape.spines = 0;
        CHECK(message_of(build_shape(network(FabricFamily::fat_tree, shape, 1, 0))) ==
              "fabrics.net.spines_per_group: no spine joins the 4 leaves of group-0");
    }
    SECTION("islands without cores") {
        CHECK(message_of(build_shape(network(FabricFamily::fat_tree, shape, 2, 0))) ==
              "fabrics.net.cores: no switch joins the 2 parts of test");
    }
    SECTION("too many cores to reach") {
        shape.spine_uplinks = 1;
        NetworkShape whole = network(FabricFamily::fat_tree, shape, 2, 0);
        whole.upper = {{3, 0, 0}};
        auto const refused = build_shape(whole);
        REQUIRE_FALSE(refused);
        CHECK(refused.error().items().front().message ==
              "fabrics.net.spine_uplinks: group-0 has 2 uplinks, fewer than the 3 switches "
              "of level 3 that it must reach");
    }
    SECTION("more cables than ports") {
        shape.switch_ports = 7;
        // Eight nodes of 100 Gb/s share four ports of 200.
        auto const refused = build_shape(network(FabricFamily::fat_tree, shape, 1, 0));
        REQUIRE_FALSE(refused);
        CHECK(refused.error().items().front().message ==
              "fabrics.net.switch_ports: group-0/leaf-0 needs 8 ports, 4 for nodes and 4 for "
              "switches, but has 7");
    }
}
