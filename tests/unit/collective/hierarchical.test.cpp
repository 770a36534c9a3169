// SPDX-License-Identifier: Apache-2.0
#include "models/collective/hierarchical.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/collective/simple_node.hpp"

using namespace clustersim;
using namespace clustersim::literals;

TEST_CASE("its phases run one after the other", "[collective][unit]") {
    // In the node 2 x 3 steps of 2 us and 2 x 3/4 of 1 GB at 100 GB/s; between two nodes 2 hops of 5 us and
    // 2 x 1/2 of 1 GB over 4 ports of 10 GB/s.
    Group const both{8, 4, 1};
    Network const network = simple_network();
    CHECK(timed(hierarchical_all_reduce(both, network), 1.0_GB, network) ==
          Approx(12.0 + 15000.0 + 10.0 + 25000.0));
    CHECK(timed(hierarchical_reduce_scatter(both, network), 1.0_GB, network) ==
          Approx(6.0 + 7500.0 + 5.0 + 12500.0));
}
