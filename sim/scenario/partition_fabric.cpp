// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/partition_fabric.hpp"

#include "models/fabric/build.hpp"

#include <fmt/format.h>

#include <utility>

namespace clustersim {

Result<PartitionFabric> partition_fabric(System const& system, Partition const& partition) {
    NodeType const& type = system.node_type_of(partition);
    if (!type.described) {
        return failure(
            problem(Code::never_fits,
                    fmt::format("the network of partition \"{}\" is not described", partition.name),
                    "leave `network:` out, or describe its nodes in a machine file: "
                    "`slurm:` with this file, `fabrics:`, and `node_types:` with their `hosts`"));
    }
    auto fabric = build_fabric(system, partition);
    if (!fabric) return failure(fabric.error());
    auto nodes = nodes_of(*fabric, system, partition);
    Routing const routing = system.fabric_of(type).routing;
    return PartitionFabric{std::move(*fabric), std::move(nodes), routing};
}

}  // namespace clustersim
