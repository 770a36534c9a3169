// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/analysis.hpp"
#include "tests/unit/fabric/fabric_test.hpp"

using namespace clustersim;
using namespace clustersim::fabric_test;

namespace {

NetworkShape small_plus(std::uint32_t links) {
    GroupShape shape = group("", 24, 3);
    shape.spines = 4;
    shape.leaf_uplinks = 4;
    return network(FabricFamily::dragonfly_plus, shape, 4, links);
}

}  // namespace

TEST_CASE("a dragonfly+ group is a tree whose spines hold the global cables", "[fabric][unit]") {
    auto const fabric = build_shape(small_plus(4));
    REQUIRE(fabric);
    CHECK(fabric->switch_count() == 4 * 7);
    CHECK(cables(*fabric, LinkLevel::leaf_spine) == 4 * 12);
    CHECK(cables(*fabric, LinkLevel::global) == 6 * 4);
    for (LinkId const id : fabric->global_links(1, 3)) {
        CHECK(fabric->switch_at(fabric->switch_of(fabric->link(id).from)).level == 2);
        CHECK(fabric->switch_at(fabric->switch_of(fabric->link(id).to)).level == 2);
    }
    CHECK(diameter(*fabric) == 3);
    CHECK(fabric->groups()[2].leaves == 3);
    CHECK(fabric->groups()[2].spines == 4);
    CHECK(fabric->groups()[2].nodes == 24);
    CHECK(fabric->group_of({71}) == 2);
    CHECK(fabric->group_of({72}) == 3);
}

TEST_CASE("tapers of a dragonfly+ group are injection over its routes up and out",
          "[fabric][unit]") {
    auto const fabric = build_shape(small_plus(2));
    REQUIRE(fabric);
    GroupTaper const taper = taper_of(*fabric, 0);
    CHECK(taper.injection.si() == Approx(2400 * gbit));
    CHECK(taper.leaf_up.si() == Approx(2400 * gbit));
    CHECK(taper.leaving.si() == Approx(1200 * gbit));
    Bisection const halves = bisection(*fabric);
    CHECK(halves.cables == 8);
    CHECK(halves.formula.si() == Approx(1600 * gbit));
    CHECK(halves.max_flow.si() == Approx(1600 * gbit));
}

TEST_CASE("a dragonfly+ without spines or with too few uplinks is refused", "[fabric][unit]") {
    NetworkShape shape = small_plus(4);
    shape.groups[1].spines = 0;
    shape.groups[2].leaf_uplinks = 3;
    auto const refused = build_shape(shape);
    REQUIRE_FALSE(refused);
    REQUIRE(refused.error().items().size() == 2);
    CHECK(
        refused.error().items()[0].message ==
        "fabrics.net.spines_per_group: group group-1 has no spine to hold cables to other groups");
    CHECK(refused.error().items()[1].message ==
          "fabrics.net.leaf_uplinks: a leaf of group-2 has 3 uplinks, fewer than the 4 spines that "
          "it must reach");
}
