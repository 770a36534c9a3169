// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/analysis.hpp"
#include "models/fabric/routing.hpp"
#include "tests/unit/fabric/fabric_test.hpp"

using namespace clustersim;
using namespace clustersim::fabric_test;

TEST_CASE("on a single switch every route has two links", "[fabric][unit]") {
    auto const fabric = build_shape(network(FabricFamily::single_switch, group("", 6, 1), 1, 0));
    REQUIRE(fabric);
    CHECK(fabric->switch_count() == 1);
    CHECK(diameter(*fabric) == 0);
    CHECK(bisection(*fabric).formula.si() == Approx(300 * gbit));
    std::vector<LinkId> route;
    for (Routing const routing :
         {Routing::minimal, Routing::ecmp, Routing::valiant, Routing::adaptive}) {
        Router(*fabric, routing).route({2}, {5}, 1, route);
        CHECK(route == std::vector<LinkId>{Fabric::injection({2}), Fabric::ejection({5})});
    }
    CHECK(latency_of(*fabric, route).si() == Approx(2e-6));
    Router(*fabric, Routing::ecmp).route({2}, {2}, 1, route);
    CHECK(route.empty());
}

TEST_CASE("a single switch with fewer ports than nodes is refused", "[fabric][unit]") {
    NetworkShape shape = network(FabricFamily::single_switch, group("", 6, 1), 1, 0);
    shape.groups[0].switch_ports = 2;
    CHECK(message_of(build_shape(shape)) ==
          "fabrics.net.switch_ports: group-0/switch-0 needs 3 ports, 3 for nodes and 0 for "
          "switches, but has 2");
}
