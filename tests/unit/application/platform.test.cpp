// SPDX-License-Identifier: Apache-2.0
#include "models/application/platform.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("it takes the node, the device and the fabric of a partition", "[application][unit]") {
    System system;
    system.name = "machine";
    system.accelerators["gpu"].name = "gpu";
    system.fabrics["net"].name = "net";
    NodeType type;
    type.name = "node";
    type.gpus = 4;
    type.accelerator = "gpu";
    type.fabric = "net";
    system.node_types["node"] = type;
    type.gpus = 0;
    type.accelerator.clear();
    system.node_types["plain"] = type;
    Partition partition;
    partition.name = "main";
    partition.node_type = "node";

    auto const found = platform_of(system, partition);
    REQUIRE(found);
    CHECK(found->accelerator.name == "gpu");
    CHECK(found->fabric.name == "net");

    partition.node_type = "plain";
    auto const refused = platform_of(system, partition);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().items().front().code == Code::never_fits);
}
