// SPDX-License-Identifier: Apache-2.0
#include "models/collective/flow_choice.hpp"

#include "models/collective/placement.hpp"
#include "models/fabric/build.hpp"
#include "models/flow/fabric_network.hpp"
#include "models/machine/catalogue.hpp"
#include "tests/support/catch.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace clustersim;

namespace {

/// A machine's default partition, and its closed form without tapers.
struct RoutedMachine {
    LoadedSystem loaded;
    Fabric fabric;
    std::vector<FabricNodeId> nodes;

    [[nodiscard]] NodeType const& type() const {
        return loaded.system.node_type_of(loaded.system.default_partition());
    }
    [[nodiscard]] FabricParameters const& parameters() const {
        return loaded.system.fabric_of(type());
    }
    [[nodiscard]] Network quiet(int count) const {
        FabricSpan span;
        span.nodes = count;
        return network_of(type(), parameters(), span);
    }
};

RoutedMachine routed_machine(std::string const& name) {
    auto loaded = Catalogue(std::string(PROJECT_DIR) + "/systems").load(name);
    REQUIRE(loaded);
    auto fabric = build_fabric(loaded->system, loaded->system.default_partition());
    REQUIRE(fabric);
    auto nodes = nodes_of(*fabric, loaded->system, loaded->system.default_partition());
    return {std::move(*loaded), std::move(*fabric), std::move(nodes)};
}

PlacedNetworks
placed(RoutedMachine const& m, Collective collective, std::vector<FabricNodeId> nodes) {
    Router router(m.fabric, m.parameters().routing);
    std::vector<Bandwidth> all;
    for (Link const& link : m.fabric.links()) all.push_back(link.capacity);
    auto const groups = side_by_side(m.type(), nodes, m.type().gpus);
    auto networks = networks_on_placement(
        collective, router, all, groups, m.quiet(static_cast<int>(nodes.size())));
    REQUIRE(networks);
    return *networks;
}

}  // namespace

TEST_CASE("a placement never makes a collective faster than a quiet network",
          "[collective][unit]") {
    RoutedMachine const m = routed_machine("leonardo");
    RandomStream random(1, "test");
    auto const nodes = place_nodes(m.fabric, m.nodes, 64, PlacementKind::random, random);
    Group const group{64 * m.type().gpus, m.type().gpus, 1};
    auto const networks = placed(m, Collective::all_reduce, nodes);
    for (double const size : {8.0, 8388608.0, 1e9}) {
        CHECK(choose(Collective::all_reduce, bytes(size), group, networks.by_algorithm()).time >=
              choose(Collective::all_reduce, bytes(size), group, m.quiet(64)).time);
    }
}
