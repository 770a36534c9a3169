// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/site/node_order.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim::slurm;

TEST_CASE("orders nodes by name, numbers by value, spec 1.2.1", "[slurm_site][unit]") {
    std::vector<Node> nodes;
    for (auto const* name :
         {"n10", "n9", "gpu2", "n1", "big1", "gpu1", "n010", "a1b10", "a1b9", "n"})
        nodes.push_back({name, 0, {}, {}});
    order_by_name(nodes);
    std::vector<std::string> names;
    for (auto const& node : nodes) names.push_back(node.name);
    CHECK(names == std::vector<std::string>{
                       "a1b9", "a1b10", "big1", "gpu1", "gpu2", "n", "n010", "n1", "n9", "n10"});
    CHECK_FALSE(named_before("n1", "n1"));
}
