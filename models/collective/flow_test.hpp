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

/// One collective on given nodes of a fabric, next to other jobs.
struct FlowTest {
    Collective collective = Collective::all_reduce;
    Group group;                       ///< `sharing` of these groups use the same nodes
    std::vector<FabricNodeId> nodes;   ///< in the order of the ranks
    std::vector<FabricNodeId> others;  ///< nodes of the machine on which other jobs may run
    double background = 0.0;  ///< share of the time in which those jobs communicate, in [0, 1]
    std::uint64_t seed = 1;   ///< for sampling the other jobs
};

/// The network between the nodes for the collective's algorithms: its own flows on the fabric's routes,
/// with the capacities that the other jobs leave on average.
Result<PlacedNetworks> networks_of_test(FlowTest const& test,
                                        Fabric const& fabric,
                                        NodeType const& type,
                                        FabricParameters const& parameters);

}  // namespace clustersim
