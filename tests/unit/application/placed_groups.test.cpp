// SPDX-License-Identifier: Apache-2.0
#include "models/application/placed_groups.hpp"

#include "tests/support/catch.hpp"

#include <vector>

using namespace clustersim;

namespace {

NodeType four_devices() {
    NodeType type;
    type.gpus = 4;
    type.nic.count = 4;
    type.nic.nic_of_gpu = {0, 1, 2, 3};
    return type;
}

std::vector<FabricNodeId> nodes(std::uint32_t count) {
    std::vector<FabricNodeId> all;
    for (std::uint32_t node = 0; node < count; ++node) all.push_back({10 + node});
    return all;
}

Plan plan_of(int tensor, int data, int pipeline) {
    Plan plan;
    plan.tensor = tensor;
    plan.data = data;
    plan.pipeline = pipeline;
    return plan;
}

using Ports = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("data parallelism alone is one group over all nodes and ports", "[application][unit]") {
    auto const groups = data_groups(four_devices(), plan_of(1, 12, 1), nodes(3));
    REQUIRE(groups.size() == 1);
    CHECK(groups[0].nodes == nodes(3));
    CHECK(groups[0].ports == Ports{0, 1, 2, 3});
}

TEST_CASE("each tensor rank has its own group and its own port", "[application][unit]") {
    auto const groups = data_groups(four_devices(), plan_of(4, 3, 1), nodes(3));
    REQUIRE(groups.size() == 4);
    CHECK(groups[2].nodes == nodes(3));
    CHECK(groups[2].ports == Ports{2});
}

TEST_CASE("pipeline stages are on different nodes", "[application][unit]") {
    auto const groups = data_groups(four_devices(), plan_of(4, 2, 2), nodes(4));
    REQUIRE(groups.size() == 8);
    CHECK(groups[0].nodes == std::vector<FabricNodeId>{{10}, {11}});
    CHECK(groups[4].nodes == std::vector<FabricNodeId>{{12}, {13}});
}

TEST_CASE("a group inside one node does not use the network", "[application][unit]") {
    CHECK(data_groups(four_devices(), plan_of(2, 2, 3), nodes(3)).empty());
    CHECK(data_groups(four_devices(), plan_of(1, 1, 8), nodes(2)).empty());
}

TEST_CASE("of nodes that common links join, one sends for all", "[application][unit]") {
    auto const groups = data_groups(four_devices(), plan_of(1, 24, 1), nodes(6), 3);
    REQUIRE(groups.size() == 1);
    CHECK(groups[0].nodes == std::vector<FabricNodeId>{{10}, {13}});
    CHECK(data_groups(four_devices(), plan_of(1, 24, 1), nodes(6), 6).empty());
}
