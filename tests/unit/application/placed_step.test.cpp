// SPDX-License-Identifier: Apache-2.0
#include "models/application/placed_step.hpp"

#include "models/fabric/build.hpp"
#include "models/fabric/routing.hpp"
#include "models/flow/contention.hpp"
#include "models/flow/fabric_network.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

#include <string>
#include <utility>
#include <vector>

using namespace clustersim;

namespace {

/// Four nodes with four ports of 10 GB/s each, two nodes under each of two switches, and one cable
/// of 40 GB/s between the switches.
Fabric two_switches() {
    std::string rows = "from,to,bandwidth,latency,level\ns0,s1,40 GB/s,0 us,trunk\n";
    for (int node = 0; node < 4; ++node) {
        for (int port = 0; port < 4; ++port) {
            rows += "n" + std::to_string(node) + (node < 2 ? ",s0" : ",s1") +
                    ",10 GB/s,0 us,injection\n";
        }
    }
    auto fabric = parse_edge_list(rows, "test.csv");
    REQUIRE(fabric);
    return std::move(*fabric);
}

TrainingSetup setup(int nodes) {
    Plan plan;
    plan.data = 4 * nodes;
    plan.precision = Precision::fp16;
    return {hand_made::application(hand_made::small()), hand_made::platform(), plan};
}

PlacedStep placed(std::vector<FabricNodeId> const& nodes) {
    Fabric const fabric = two_switches();
    Router router(fabric, Routing::minimal);
    auto step =
        placed_step(setup(static_cast<int>(nodes.size())), fabric, flow_network_of(router), nodes);
    REQUIRE(step);
    return *step;
}

}  // namespace

TEST_CASE("at the quiet rate of its ports a placed step equals that of the closed forms",
          "[application][unit]") {
    TrainingSetup const s = setup(2);
    auto const closed = step_time(s.application, s.platform, s.plan);
    REQUIRE(closed);
    PlacedStep const p = placed({{0}, {1}});
    CHECK(p.step.at_rate(p.step.port).si() == Approx(closed->total.si()).epsilon(1e-9));
    CHECK(p.step.devices == 8);
    CHECK(p.step.flows_per_port == 1.0);
    CHECK(p.routes.size() == 8);
}

TEST_CASE("a placed step slows down with its ports, never below the quiet one",
          "[application][unit]") {
    PlacedStep const p = placed({{0}, {1}});
    Duration const quiet = p.step.at_rate(p.step.port);
    Duration const half = p.step.at_rate(p.step.port * 0.5);
    Duration const quarter = p.step.at_rate(p.step.port * 0.25);
    CHECK(half > quiet);
    // Exposed traffic only: each halving of the rate doubles its time.
    CHECK((quarter - half).si() == Approx(2.0 * (half - quiet).si()).epsilon(1e-6));
    CHECK(p.step.at_rate(p.step.port * 7.0) == quiet);
}

TEST_CASE("the ring that crosses a cable twice shares it", "[application][unit]") {
    // In this order every message between nodes crosses the cable: eight flows each way over 40 GB/s.
    PlacedStep const far = placed({{0}, {2}, {1}, {3}});
    PlacedStep const near = placed({{0}, {1}, {2}, {3}});
    Fabric const fabric = two_switches();
    std::vector<Bandwidth> all;
    for (Link const& link : fabric.links()) all.push_back(link.capacity);
    RandomStream random(1, "test");
    Contention far_alone(all, far.routes, {}, random);
    Contention near_alone(all, near.routes, {}, random);
    CHECK(far_alone.quiet().si() == Approx(5e9));
    CHECK(near_alone.quiet().si() == Approx(10e9));
}
