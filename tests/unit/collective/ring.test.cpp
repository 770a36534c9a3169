// SPDX-License-Identifier: Apache-2.0
#include "models/collective/ring.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/collective/simple_node.hpp"

using namespace clustersim;
using namespace clustersim::literals;

TEST_CASE("it goes around a node in n-1 steps for each of its two phases", "[collective][unit]") {
    Group const node{4, 4, 1};
    // 2 x 3 steps of 2 us, and 2 x 3/4 of 1 GB at 100 GB/s.
    CHECK(timed(ring_all_reduce(node, simple_network()), 1.0_GB, simple_network()) ==
          Approx(12.0 + 15000.0));
    CHECK(timed(ring_reduce_scatter(node, simple_network()), 1.0_GB, simple_network()) ==
          Approx(6.0 + 7500.0));
}

TEST_CASE("ports between nodes limit it, and each change of node is a hop", "[collective][unit]") {
    // 14 x 2/8 of its 14 steps cross nodes; 2 x 7/8 of 1 GB over four ports of 10 GB/s, the links
    // hidden.
    CHECK(timed(ring_all_reduce({8, 4, 1}, simple_network()), 1.0_GB, simple_network()) ==
          Approx(3.5 * 5.0 + 10.5 * 2.0 + 1.75 * 25000.0));
}

TEST_CASE("a broadcast passes every byte over every wire once", "[collective][unit]") {
    CHECK(timed(ring_broadcast({4, 4, 1}, simple_network()), 1.0_GB, simple_network()) ==
          Approx(6.0 + 10000.0));
}

TEST_CASE("it is not possible if a device has a single neighbour", "[collective][unit]") {
    NodeType type = simple_node();
    type.link.kind = NodeLinkKind::nvlink_pairs;
    type.link.per_pair = 50.0_GBps;
    type.link.wires = {0, 2, 1, 0, 2, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0};
    Network const network = network_of(type, FabricParameters{}, 1);
    CHECK(ring_all_reduce({3, 3, 1}, network).possible);
    CHECK_FALSE(ring_all_reduce({4, 4, 1}, network).possible);
    // A chain remains: S up and down one wire of 25 GB/s achieved.
    CHECK(us(all_reduce(1.0_GB, {4, 4, 1}, network)) == Approx(12.0 + 40000.0));
}
