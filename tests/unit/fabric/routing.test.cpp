// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/routing.hpp"

#include "models/fabric/analysis.hpp"
#include "tests/unit/fabric/fabric_test.hpp"

#include <algorithm>
#include <map>
#include <set>

using namespace clustersim;
using namespace clustersim::fabric_test;

namespace {

Fabric plus_fabric() {
    GroupShape shape = group("", 24, 3);
    shape.spines = 4;
    shape.leaf_uplinks = 4;
    return *build_shape(network(FabricFamily::dragonfly_plus, shape, 4, 4));
}

Fabric five_groups() {
    return *build_shape(network(FabricFamily::dragonfly, group("", 16, 4), 5, 2));
}

std::vector<std::uint32_t> groups_on(Fabric const& fabric, std::vector<LinkId> const& route) {
    std::vector<std::uint32_t> groups;
    for (LinkId const id : route) {
        VertexId const to = fabric.link(id).to;
        if (!fabric.is_switch(to)) continue;
        std::uint32_t const group = fabric.switch_at(fabric.switch_of(to)).group;
        if (groups.empty() || groups.back() != group) groups.push_back(group);
    }
    return groups;
}

}  // namespace

TEST_CASE("minimal routing takes one route for each destination port", "[fabric][unit]") {
    Fabric const fabric = plus_fabric();
    Router const router(fabric, Routing::minimal);
    std::vector<LinkId> first;
    std::vector<LinkId> second;
    router.route({0}, {90}, 1, first);
    router.route({0}, {90}, 2, second);
    CHECK(first == second);
    std::set<LinkId> globals;
    for (std::uint32_t to = 72; to < 96; ++to) {
        router.route({0}, {to}, 0, first);
        CHECK(first.size() == 5);
        for (LinkId const id : first)
            if (fabric.link(id).level == LinkLevel::global) globals.insert(id);
    }
    CHECK(globals.size() == 4);  // destinations are spread over all cables of the pair
}

TEST_CASE("minimal routing on a dragonfly uses the switch's own global cable if it has one",
          "[fabric][unit]") {
    Fabric const fabric = five_groups();
    Router const router(fabric, Routing::minimal);
    std::vector<LinkId> route;
    for (LinkId const cable : fabric.global_links(0, 1)) {
        SwitchId const near = fabric.switch_of(fabric.link(cable).from);
        SwitchId const far = fabric.switch_of(fabric.link(cable).to);
        router.route({near.value * 4}, {far.value * 4}, 0, route);
        REQUIRE(route.size() == 3);
        CHECK(fabric.link(route[1]).level == LinkLevel::global);
    }
}

TEST_CASE("ecmp spreads flows of one pair over all cables between their groups", "[fabric][unit]") {
    Fabric const fabric = plus_fabric();
    Router const router(fabric, Routing::ecmp);
    std::map<std::uint32_t, int> used;
    std::vector<LinkId> route;
    for (std::uint64_t flow = 0; flow < 4000; ++flow) {
        router.route({0}, {90}, flow, route);
        CHECK(route.size() == 5);
        for (LinkId const id : route)
            if (fabric.link(id).level == LinkLevel::global) ++used[id.value];
    }
    REQUIRE(used.size() == 4);
    for (auto const& [id, times] : used) CHECK(std::abs(times - 1000) < 150);
}

TEST_CASE("valiant routing uses each of the other groups equally often", "[fabric][unit]") {
    for (Fabric const& fabric : {plus_fabric(), five_groups()}) {
        Router const router(fabric, Routing::valiant);
        std::map<std::uint32_t, int> middles;
        std::vector<LinkId> route;
        for (std::uint64_t flow = 0; flow < 1000; ++flow) {
            router.route({0}, {fabric.endpoint_count() - 1}, flow, route);
            auto const groups = groups_on(fabric, route);
            REQUIRE(groups.size() == 3);
            ++middles[groups[1]];
        }
        auto const others = static_cast<int>(fabric.groups().size()) - 2;
        CHECK(static_cast<int>(middles.size()) == others);
        for (auto const& [group, times] : middles) CHECK(std::abs(times - 1000 / others) < 120);
    }
}

TEST_CASE("valiant routing inside a dragonfly group goes over a third switch", "[fabric][unit]") {
    Fabric const fabric = five_groups();
    Router const router(fabric, Routing::valiant);
    std::vector<LinkId> route;
    for (std::uint64_t flow = 0; flow < 50; ++flow) {
        router.route({0}, {15}, flow, route);
        CHECK(route.size() == 4);
    }
}

TEST_CASE("adaptive routing is minimal on an idle fabric and avoids a loaded cable",
          "[fabric][unit]") {
    Fabric const fabric = plus_fabric();
    Router router(fabric, Routing::adaptive);
    std::vector<Bandwidth> load(fabric.link_count());
    router.set_load(load);
    std::vector<LinkId> route;
    router.route({0}, {90}, 3, route);
    CHECK(groups_on(fabric, route) == std::vector<std::uint32_t>{0, 3});
    for (LinkId const id : fabric.global_links(0, 3)) load[id.value] = gbps(200);
    int detours = 0;
    for (std::uint64_t flow = 0; flow < 100; ++flow) {
        router.route({0}, {90}, flow, route);
        detours += static_cast<int>(groups_on(fabric, route).size() == 3);
    }
    CHECK(detours == 100);
    // A detour is longer: a little load does not pay for it.
    std::ranges::fill(load, gbps(20));
    router.route({0}, {90}, 3, route);
    CHECK(groups_on(fabric, route).size() == 2);
}

TEST_CASE("a route's latency is two half NIC latencies and one switch a hop", "[fabric][unit]") {
    Fabric const fabric = plus_fabric();
    std::vector<LinkId> route;
    Router(fabric, Routing::minimal).route({0}, {90}, 0, route);
    CHECK(latency_of(fabric, route).si() == Approx(2e-6 + 3e-7));
}

TEST_CASE("minimal routing gives the destinations of one leaf different routes up and down a tree",
          "[fabric][unit]") {
    // Two units of four nodes with four rails: all port numbers of a rail have the same remainder.
    GroupShape unit = group("", 4, 4);
    unit.nodes.front().nics = 4;
    unit.rails = 4;
    unit.spines = 4;
    unit.leaf_uplinks = 4;
    unit.spine_uplinks = 4;
    NetworkShape shape = network(FabricFamily::fat_tree, unit, 2, 0);
    shape.upper = {{4, 0, 0}};
    auto const fabric = build_shape(shape);
    REQUIRE(fabric);
    Router const router(*fabric, Routing::minimal);
    std::map<LinkId, int> used;
    std::vector<LinkId> route;
    for (std::uint32_t node = 0; node < 4; ++node) {
        for (std::uint32_t nic = 0; nic < 4; ++nic) {
            router.route(
                fabric->endpoint_of({node}, nic), fabric->endpoint_of({4 + node}, nic), 0, route);
            CHECK(route.size() == 6);
            for (LinkId const id : route) ++used[id];
        }
    }
    for (auto const& [id, flows] : used) CHECK(flows == 1);
}
