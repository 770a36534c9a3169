// SPDX-License-Identifier: Apache-2.0
#include "models/collective/in_switch.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/collective/simple_node.hpp"

using namespace clustersim;
using namespace clustersim::literals;

TEST_CASE("a switch reduces at its own share of a link, whatever the number of devices",
          "[collective][unit]") {
    NodeType type = simple_node();
    CHECK_FALSE(in_switch_all_reduce({4, 4, 1}, simple_network()).possible);
    type.collectives.in_switch = InSwitchTuning{20.0_us, 0.6};
    Network const network = network_of(type, FabricParameters{}, 2);
    // 1 GB at 0.6 of 200 GB/s.
    CHECK(timed(in_switch_all_reduce({4, 4, 1}, network), 1.0_GB, network) ==
          Approx(20.0 + 1e6 / 120.0));
    CHECK(timed(in_switch_all_reduce({2, 2, 1}, network), 1.0_GB, network) ==
          Approx(20.0 + 1e6 / 120.0));
    // Two nodes: one hop up and one down; the ports are slower than the switch.
    CHECK(timed(in_switch_all_reduce({8, 4, 1}, network), 1.0_GB, network) ==
          Approx(20.0 + 10.0 + 25000.0));
    // A group with one device per node has nothing to reduce there.
    CHECK_FALSE(in_switch_all_reduce({2, 1, 1}, network).possible);
    FastestAlgorithm const choice = choose(Collective::all_reduce, 1.0_GB, {4, 4, 1}, network);
    CHECK(choice.algorithm == Algorithm::in_switch);
}
