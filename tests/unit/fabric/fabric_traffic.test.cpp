// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/fabric_traffic.hpp"

#include "models/fabric/summary.hpp"
#include "tests/unit/fabric/fabric_test.hpp"

using namespace clustersim;
using namespace clustersim::fabric_test;

namespace {

/// Groups of 16 ports of 100 Gb/s, one cable of 200 Gb/s per pair of groups.
Fabric nine_groups() {
    return *build_shape(network(FabricFamily::dragonfly, group("", 16, 4), 9, 1));
}

}  // namespace

TEST_CASE("a shift by half of the ports uses every port twice", "[fabric][unit]") {
    std::vector<EndpointId> const ports{{0}, {1}, {2}, {3}};
    CHECK(half_shift(ports) ==
          std::vector<PortPair>{{{0}, {2}}, {{1}, {3}}, {{2}, {0}}, {{3}, {1}}});
}

TEST_CASE("a summary has the classes, routes and bisections of its fabric", "[fabric][unit]") {
    Fabric const fabric = nine_groups();
    FabricSummary const summary = summarise(fabric);
    REQUIRE(summary.classes.size() == 1);
    CHECK(summary.classes[0].groups == 9);
    CHECK(summary.classes[0].nodes == 144);
    CHECK(summary.diameter == 3);
    REQUIRE(summary.routes.size() == 2);
    CHECK(summary.routes[0].what == "within group-0");
    CHECK(summary.routes[0].diversity.hops == 1);
    CHECK(summary.routes[1].what == "group-0 to group-1");
    REQUIRE(summary.traffic.size() == 2);
    CHECK(summary.traffic[1].flows.size() == 144);
    REQUIRE(summary.bisections.size() == 1);
    CHECK(summary.bisections[0].halves.cables == 20);
    std::vector<FabricNodeId> const some{{0}, {20}};
    FabricSummary const part = summarise(fabric, some);
    CHECK(part.bisections[0].what == "groups of the partition");
    CHECK(part.bisections[0].halves.cables == 1);
}
