// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.hpp"
#include "models/machine/system.hpp"
#include "sim/core/result.hpp"

#include <vector>

namespace clustersim {

/// The fabric to which a partition's nodes are attached.
struct PartitionFabric {
    Fabric fabric;
    std::vector<FabricNodeId> nodes;  ///< node i of the partition
    Routing routing = Routing::minimal;
};
Result<PartitionFabric> partition_fabric(System const& system, Partition const& partition);

}  // namespace clustersim
