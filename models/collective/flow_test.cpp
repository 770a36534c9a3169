// SPDX-License-Identifier: Apache-2.0
#include "models/collective/flow_test.hpp"

#include "models/collective/domain_groups.hpp"
#include "models/flow/fabric_network.hpp"
#include "models/flow/neighbours.hpp"
#include "sim/core/random_stream.hpp"

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

/// The capacity that the other jobs leave on each link on average.
Result<std::vector<Bandwidth>> left_by_others(FlowTest const& test, Router& router) {
    FlowNetwork const network = flow_network_of(router);
    std::vector<Bandwidth> const all = capacities(network);
    if (test.background <= 0.0) return all;
    BackgroundMix mix;
    mix.duty = test.background;
    RandomStream random(test.seed, "background traffic");
    auto const others =
        other_jobs(router.fabric(), network, nodes_left(test.others, test.nodes), mix, random);
    if (!others) return failure(others.error());
    return residual_capacities(all, *others);
}

}  // namespace

Result<PlacedNetworks> networks_of_test(FlowTest const& test,
                                        Fabric const& fabric,
                                        NodeType const& type,
                                        FabricParameters const& parameters) {
    Router router(fabric, parameters.routing);
    auto const left = left_by_others(test, router);
    if (!left) return failure(left.error());
    auto const groups = domain_groups(type, test.nodes, test.group);
    FabricSpan untapered;
    untapered.nodes = static_cast<int>(test.nodes.size());
    return networks_on_placement(
        test.collective, router, *left, groups, network_of(type, parameters, untapered));
}

}  // namespace clustersim
