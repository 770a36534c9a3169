// SPDX-License-Identifier: Apache-2.0
#include "models/flow/traffic_share.hpp"

#include "tests/unit/fabric/fabric_test.hpp"

using namespace clustersim;
using namespace clustersim::fabric_test;

namespace {

/// Groups of 16 ports of 100 Gb/s, one cable of 200 Gb/s per pair of groups.
Fabric dragonfly_fabric() {
    return *build_shape(network(FabricFamily::dragonfly, group("", 16, 4), 9, 1));
}

}  // namespace

TEST_CASE("under minimal routing all traffic between two groups shares their cable",
          "[flow][unit]") {
    Fabric const fabric = dragonfly_fabric();
    auto const flows = group_to_group(fabric, 0, 1);
    REQUIRE(flows.size() == 16);
    TrafficShare const share = share_of(fabric, Routing::minimal, flows);
    CHECK(share.least.si() == Approx(200 * gbit / 16));
    CHECK(share.mean.si() == Approx(200 * gbit / 16));
}

TEST_CASE("adaptive routing spreads a group's traffic over the others", "[flow][unit]") {
    Fabric const fabric = dragonfly_fabric();
    auto const flows = group_to_group(fabric, 0, 1);
    TrafficShare const minimal = share_of(fabric, Routing::minimal, flows);
    TrafficShare const adaptive = share_of(fabric, Routing::adaptive, flows);
    CHECK(adaptive.mean > minimal.mean * 2.0);
    CHECK(adaptive.hops > minimal.hops);
}

TEST_CASE("a wide flow takes the bandwidth that narrower flows leave", "[flow][unit]") {
    Fabric const fabric = dragonfly_fabric();
    // Three of the first switch's ports send to the second over one cable of 200 Gb/s. Two of them end in one
    // port, which gives each 50; the third gets the port's 100, which even shares would cut to 67.
    std::vector<PortPair> const flows{{{0}, {4}}, {{1}, {4}}, {{2}, {5}}, {{3}, {3}}};
    TrafficShare const share = share_of(fabric, Routing::minimal, flows);
    CHECK(share.least.si() == Approx(50 * gbit));
    CHECK(share.mean.si() == Approx((50 + 50 + 100) * gbit / 3));
    CHECK(share.hops == Approx(1.0));
}
