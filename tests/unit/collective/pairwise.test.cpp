// SPDX-License-Identifier: Apache-2.0
#include "models/collective/pairwise.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/collective/simple_node.hpp"

using namespace clustersim;
using namespace clustersim::literals;

TEST_CASE("a message takes its latency and its bytes", "[collective][unit]") {
    CHECK(us(send(1.0_GB, true, 1, simple_network())) == Approx(2.0 + 10000.0));
    CHECK(us(send(1.0_GB, false, 1, simple_network())) == Approx(5.0 + 100000.0));
    CHECK(us(send(1.0_GB, false, 8, simple_network())) == Approx(5.0 + 200000.0));
}

TEST_CASE("the efficiency of sends can differ from that of reductions", "[collective][unit]") {
    NodeType type = simple_node();
    type.collectives.send_share = 0.8;
    Network const network = network_of(type, FabricParameters{}, 2);
    CHECK(us(send(1.0_GB, false, 1, network)) == Approx(5.0 + 62500.0));
}

TEST_CASE("data of an all-to-all that stays in the node does not use the ports",
          "[collective][unit]") {
    // Each of 8 members keeps 4/8 of its GB on two nodes: 4 x 4/8 GB leave a node over 40 GB/s.
    CHECK(us(all_to_all(1.0_GB, {8, 4, 1}, simple_network())) == Approx(2.0 + 5.0 + 50000.0));
    CHECK(us(all_to_all(1.0_GB, {4, 4, 1}, simple_network())) == Approx(2.0 + 7500.0));
}
