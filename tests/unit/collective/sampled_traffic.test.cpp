// SPDX-License-Identifier: Apache-2.0
#include "models/collective/sampled_traffic.hpp"

#include "models/fabric/build.hpp"
#include "models/machine/catalogue.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <string>
#include <vector>

using namespace clustersim;

namespace {

struct SharedMachine {
    Fabric fabric;
    NodeType type;
    FabricParameters parameters;
    std::vector<FabricNodeId> nodes;
};

SharedMachine shared_machine() {
    auto const loaded = Catalogue(std::string(PROJECT_DIR) + "/systems").load("leonardo");
    REQUIRE(loaded);
    System const& system = loaded->system;
    auto fabric = build_fabric(system, system.default_partition());
    REQUIRE(fabric);
    auto nodes = nodes_of(*fabric, system, system.default_partition());
    NodeType const type = system.node_type_of(system.default_partition());
    return {std::move(*fabric), type, system.fabric_of(type), std::move(nodes)};
}

/// Sixteen nodes, each in a different cell, among jobs on the first thousand nodes.
FlowTest test_on(SharedMachine const& m, double background) {
    FlowTest test;
    test.group = {64, 4, 1};
    for (std::size_t i = 0; i < 16; ++i) test.nodes.push_back(m.nodes[i * 180]);
    test.others.assign(m.nodes.begin(), m.nodes.begin() + 1000);
    test.background = background;
    return test;
}

std::vector<Bandwidth> rates(SharedMachine const& m, double background, Bytes amount) {
    auto traffic =
        SampledTraffic::of(test_on(m, background), m.fabric, m.type, m.parameters.routing);
    REQUIRE(traffic);
    auto const found = traffic->port_rates(Algorithm::ring, amount, m.type.nic.bandwidth * 0.9);
    REQUIRE(found);
    return *found;
}

double mean(std::vector<Bandwidth> const& all) {
    double sum = 0.0;
    for (Bandwidth const rate : all) sum += rate.si();
    return sum / static_cast<double>(all.size());
}

}  // namespace

TEST_CASE("other jobs never speed up a port, and the same seed gives the same rates",
          "[collective][unit]") {
    SharedMachine const m = shared_machine();
    auto const some = rates(m, 0.5, bytes(1e8));
    CHECK(some.size() == SampledTraffic::samples);
    CHECK(std::ranges::max(some) <= m.type.nic.bandwidth * 0.9);
    CHECK(std::ranges::min(some).si() > 0.0);
    CHECK(std::ranges::min(some) < std::ranges::max(some));
    // The engine is accurate to nine digits, whatever it computed before.
    auto const again = rates(m, 0.5, bytes(1e8));
    for (std::size_t i = 0; i < some.size(); ++i)
        CHECK(again[i].si() == Approx(some[i].si()).epsilon(1e-8));
}

TEST_CASE("the more other jobs send, the lower a port's rate", "[collective][unit]") {
    SharedMachine const m = shared_machine();
    double const little = mean(rates(m, 0.1, bytes(1e8)));
    double const much = mean(rates(m, 0.9, bytes(1e8)));
    CHECK(much < little);
}

TEST_CASE("bursts average out over a long message, but not over a short one",
          "[collective][unit]") {
    SharedMachine const m = shared_machine();
    auto const spread = [](std::vector<Bandwidth> const& all) {
        return std::ranges::max(all) / std::ranges::min(all);
    };
    // Steps last 0.1 to 10 s; a port moves 1e8 bytes in some 5 ms and 2e12 bytes in some 100 s.
    CHECK(spread(rates(m, 0.5, bytes(2e12))) < spread(rates(m, 0.5, bytes(1e8))));
}
