// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/analysis.hpp"
#include "models/fabric/graph.hpp"
#include "tests/property/fabric/random_fabric.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>

using namespace clustersim;
using namespace clustersim::fabric_test;

namespace {

bool near(Bandwidth a, Bandwidth b) {
    return std::abs((a - b).si()) <= 1e-9 * std::max(a, b).si();
}

}  // namespace

TEST_CASE("the maximum flow between halves equals the formula", "[fabric][property]") {
    CHECK(rc::check("on trees and dragonfly+ wired regularly", [] {
        NetworkShape const shape = any_shape(
            *rc::gen::element(FabricFamily::fat_tree, FabricFamily::dragonfly_plus), true);
        Bisection const halves = bisection(build(shape));
        RC_ASSERT(near(halves.formula, halves.max_flow));
    }));
    CHECK(rc::check("on dragonflies whose groups are at least as wide as their global cables", [] {
        NetworkShape shape = any_shape(FabricFamily::dragonfly, true);
        for (GroupShape& one : shape.groups) one.links_per_switch_pair = 40;
        Bisection const halves = bisection(build(shape));
        RC_ASSERT(near(halves.formula, halves.max_flow));
    }));
    CHECK(rc::check("and never exceeds it, for any wiring", [] {
        Bisection const halves = bisection(build(any_shape(any_family(), false)));
        RC_ASSERT(halves.max_flow <= halves.formula * (1.0 + 1e-9));
        RC_ASSERT(halves.max_flow.si() > 0.0);
    }));
}

TEST_CASE("a fabric is connected, and its distances are symmetric", "[fabric][property]") {
    CHECK(rc::check(
        "every link has its reverse; hops and disjoint routes are symmetric",
        [] {
            Fabric const fabric = build(any_shape(any_family(), false));
            for (std::uint32_t id = 0; id < fabric.link_count(); ++id) {
                Link const& there = fabric.link({id});
                Link const& back = fabric.link(Fabric::reverse({id}));
                RC_ASSERT(there.from == back.to);
                RC_ASSERT(there.to == back.from);
                RC_ASSERT(there.capacity == back.capacity);
            }
            FlatGraph const graph = switch_graph(fabric);
            RC_ASSERT(components(graph).count == 1U);
            auto const count = static_cast<int>(fabric.switch_count());
            SwitchId const a{static_cast<std::uint32_t>(*rc::gen::inRange(0, count))};
            SwitchId const b{static_cast<std::uint32_t>(*rc::gen::inRange(0, count))};
            PathDiversity const there = path_diversity(fabric, a, b);
            PathDiversity const back = path_diversity(fabric, b, a);
            RC_ASSERT(there.hops == back.hops);
            RC_ASSERT(there.shortest == back.shortest);
            RC_ASSERT(there.disjoint == back.disjoint);
        }));
}
