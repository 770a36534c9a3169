// SPDX-License-Identifier: Apache-2.0
#include "models/machine/node_part.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("a part of a node has its first devices, their ports and the links between them",
          "[machine][unit]") {
    NodeType node;
    node.gpus = 3;
    node.nic.nic_of_gpu = {0, 1, 1};
    node.link.wires = {0, 4, 1, 4, 0, 2, 1, 2, 0};
    NodeType const two = part_of_node(node, 2);
    CHECK(two.gpus == 2);
    CHECK(two.nic.nic_of_gpu == std::vector{0, 1});
    CHECK(two.link.wires == std::vector{0, 4, 4, 0});
    CHECK(part_of_node(node, 3).link.wires == node.link.wires);
    node.link.wires.clear();
    node.nic.nic_of_gpu = {};
    CHECK(part_of_node(node, 1).link.wires.empty());
    CHECK(part_of_node(node, 1).nic.nic_of_gpu.empty());
}
