// SPDX-License-Identifier: Apache-2.0
#include "models/machine/system.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>

namespace clustersim {

std::vector<AccessMode> System::access_to(NodeType const& type) const {
    std::vector<AccessMode> modes;
    std::ranges::copy_if(access, std::back_inserter(modes), [&](AccessMode const& mode) {
        return std::ranges::find(mode.node_types, type.name) != mode.node_types.end();
    });
    return modes;
}

Partition const* System::find_partition(std::string const& partition_name) const {
    auto found = std::ranges::find(partitions, partition_name, &Partition::name);
    // A name of Slurm means the first of its node groups.
    if (found == partitions.end())
        found = std::ranges::find(partitions, partition_name, &Partition::slurm_name);
    return found == partitions.end() ? nullptr : &*found;
}

Partition const& System::default_partition() const {
    auto const found = std::ranges::find(partitions, true, &Partition::is_default);
    CS_ENSURE(found != partitions.end(), "a machine has a default partition");
    return *found;
}

NodeType const& System::node_type_of(Partition const& partition) const {
    auto const found = node_types.find(partition.node_type);
    CS_ENSURE(found != node_types.end(), "a partition's node type exists");
    return found->second;
}

FabricParameters const& System::fabric_of(NodeType const& type) const {
    auto const found = fabrics.find(type.fabric);
    CS_ENSURE(found != fabrics.end(), "a node type's fabric exists");
    return found->second;
}

int System::node_count() const {
    int count = 0;
    for (auto const& [key, type] : node_types) count += type.part_of.empty() ? type.nodes : 0;
    return count;
}

int System::gpu_count() const {
    int count = 0;
    for (auto const& [key, type] : node_types)
        count += type.part_of.empty() ? type.nodes * type.gpus : 0;
    return count;
}

FlopRate System::peak(Precision precision) const {
    FlopRate total{};
    for (auto const& [key, type] : node_types) {
        if (!type.part_of.empty()) continue;
        if (precision == Precision::fp64) total += type.cpu_peak() * type.nodes;
        if (Accelerator const* accelerator = accelerator_of(type)) {
            auto const vector = accelerator->peak_of(precision, Unit::vector).value_or(FlopRate{});
            auto const matrix = accelerator->peak_of(precision, Unit::matrix).value_or(FlopRate{});
            total += std::max(vector, matrix) * type.gpus * type.nodes;
        }
    }
    return total;
}

Accelerator const* System::accelerator_of(NodeType const& type) const {
    if (type.gpus == 0 || !type.described) return nullptr;
    auto const found = accelerators.find(type.accelerator);
    CS_ENSURE(found != accelerators.end(), "a node type's accelerator exists");
    return &found->second;
}

}  // namespace clustersim
