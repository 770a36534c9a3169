// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/flow_choice.hpp"
#include "models/collective/placement.hpp"
#include "models/fabric/fabric.hpp"
#include "models/machine/fabric_parameters.hpp"
#include "models/machine/node_type.hpp"
#include "sim/core/result.hpp"

#include <cstdint>
#include <vector>

namespace clustersim {

/// One collective on given nodes of a fabric, in the midst of others.
struct FlowTest {
    Collective collective = Collective::all_reduce;
    Group group;                       ///< `sharing` such groups lie side by side on the nodes
    std::vector<FabricNodeId> nodes;   ///< in the order of the ranks
    std::vector<FabricNodeId> others;  ///< nodes of the machine on which other jobs may run
    double background = 0.0;           ///< share of the time in which those communicate, in [0, 1]
    std::uint64_t seed = 1;            ///< of who they are
};

/// What the collective's algorithms meet between the nodes: its own flows on the fabric's routes, on the
/// capacities that the others leave on average.
Result<PlacedNetworks> networks_of_test(FlowTest const& test,
                                        Fabric const& fabric,
                                        NodeType const& type,
                                        FabricParameters const& parameters);

}  // namespace clustersim
