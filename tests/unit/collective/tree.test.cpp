// SPDX-License-Identifier: Apache-2.0
#include "models/collective/tree.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/collective/simple_node.hpp"

using namespace clustersim;
using namespace clustersim::literals;

TEST_CASE("it has the depth of a binary tree", "[collective][unit]") {
    CHECK(tree_depth(1) == 0);
    CHECK(tree_depth(2) == 1);
    CHECK(tree_depth(3) == 2);
    CHECK(tree_depth(4) == 2);
    CHECK(tree_depth(5) == 3);
    CHECK(tree_depth(1024) == 10);
}

TEST_CASE("its busiest node sends once, one and a half times, then twice the message",
          "[collective][unit]") {
    CHECK(tree_volume(1) == 0.0);
    CHECK(tree_volume(2) == 1.0);
    CHECK(tree_volume(3) == 1.5);
    CHECK(tree_volume(4) == 2.0);
    CHECK(tree_volume(300) == 2.0);
}

TEST_CASE("it hides the library's share of the chain in the node", "[collective][unit]") {
    NodeType type = simple_node();
    auto const time = [&](double overlap) {
        type.collectives.tree_overlap = overlap;
        Network const network = network_of(type, FabricParameters{}, 2);
        return timed(tree_all_reduce({8, 4, 1}, network), 1.0_GB, network);
    };
    // 6 steps of 2 us, 2 hops of 5 us; 1 GB over 40 GB/s of ports, 2 GB over the links of a device.
    CHECK(time(1.0) == Approx(22.0 + 25000.0));
    CHECK(time(0.0) == Approx(22.0 + 25000.0 + 20000.0));
}
