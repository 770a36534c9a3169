// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/analysis.hpp"
#include "tests/unit/fabric/fabric_test.hpp"

#include <algorithm>

using namespace clustersim;
using namespace clustersim::fabric_test;

namespace {

NetworkShape small_dragonfly(std::uint32_t links) {
    GroupShape shape = group("", 16, 4);
    shape.links_per_switch_pair = 2;
    return network(FabricFamily::dragonfly, shape, 5, links);
}

}  // namespace

TEST_CASE("every two switches of a dragonfly group and every two groups are joined",
          "[fabric][unit]") {
    auto const fabric = build_shape(small_dragonfly(3));
    REQUIRE(fabric);
    CHECK(fabric->switch_count() == 20);
    CHECK(cables(*fabric, LinkLevel::group_local) == 5 * 6 * 2);
    CHECK(cables(*fabric, LinkLevel::global) == 10 * 3);
    for (std::uint32_t a = 0; a < 5; ++a)
        for (std::uint32_t b = 0; b < 5; ++b)
            CHECK(fabric->global_links(a, b).size() == (a == b ? 0U : 3U));
    CHECK(fabric->links_between({0}, {3}).size() == 2);
    CHECK(diameter(*fabric) == 3);
    CHECK(fabric->switch_name({5}) == "group-1/switch-1");
}

TEST_CASE("global cables are spread evenly over a group's switches", "[fabric][unit]") {
    auto const fabric = build_shape(small_dragonfly(3));
    REQUIRE(fabric);
    for (std::uint32_t s = 0; s < fabric->switch_count(); ++s) {
        auto const links = fabric->links_from(fabric->vertex(SwitchId{s}));
        auto const global = std::ranges::count_if(
            links, [&](LinkId id) { return fabric->link(id).level == LinkLevel::global; });
        CHECK(global == 3);  // four peers of three cables over four switches
    }
}

TEST_CASE("a dragonfly's bisection is the cables between its halves", "[fabric][unit]") {
    auto const fabric = build_shape(small_dragonfly(1));
    REQUIRE(fabric);
    Bisection const halves = bisection(*fabric);
    CHECK(halves.left.size() == 3);
    CHECK(halves.right.size() == 2);
    CHECK(halves.cables == 6);
    CHECK(halves.formula.si() == Approx(6 * 200 * gbit));
    CHECK(halves.max_flow.si() == Approx(6 * 200 * gbit));
    std::vector<std::uint32_t> const two{1, 4};
    CHECK(bisection(*fabric, two).max_flow.si() == Approx(200 * gbit));
}

TEST_CASE("groups of a dragonfly that no cable joins are refused", "[fabric][unit]") {
    CHECK(message_of(build_shape(small_dragonfly(0))) ==
          "fabrics.net.links_per_group_pair: no link joins groups group-0 and group-1");
}

TEST_CASE("a dragonfly switch with too few ports is refused", "[fabric][unit]") {
    NetworkShape shape = small_dragonfly(3);
    for (GroupShape& one : shape.groups) one.switch_ports = 10;
    auto const refused = build_shape(shape);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().items().size() == 5);
    CHECK(refused.error().items().front().message ==
          "fabrics.net.switch_ports: group-0/switch-0 needs 11 ports, 2 for nodes and 9 for "
          "switches, but has 10");
}
