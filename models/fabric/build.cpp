// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/build.hpp"

#include "models/fabric/graph.hpp"
#include "models/fabric/network_shape.hpp"
#include "sim/core/ensure.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

std::string const& root_of(System const& system, std::string const& fabric) {
    std::string const& whole = system.fabrics.at(fabric).part_of;
    return whole.empty() ? fabric : whole;
}

/// The type that owns these nodes: another type if they are cut differently (MIG).
std::string const& owner_of(NodeType const& type) {
    return type.part_of.empty() ? type.name : type.part_of;
}

}  // namespace

Result<Fabric> build_shape(NetworkShape const& shape, ShapePlace const& place) {
    auto const build = [&] {
        switch (shape.family) {
            case FabricFamily::fat_tree: return build_fat_tree(shape, place);
            case FabricFamily::dragonfly: return build_dragonfly(shape, place);
            case FabricFamily::dragonfly_plus: return build_dragonfly_plus(shape, place);
            case FabricFamily::single_switch:
            case FabricFamily::edge_list: break;
        }
        return build_single_switch(shape, place);
    };
    auto fabric = build();
    if (fabric) {
        CS_ENSURE(components(switch_graph(*fabric)).count == 1,
                  "fabrics that the builders accept are connected");
    }
    return fabric;
}

Result<Fabric>
build_fabric(System const& system, std::string const& fabric_name, ConfigNode const* document) {
    if (!system.fabrics.contains(fabric_name)) {
        std::vector<std::string> known;
        for (auto const& [name, unused] : system.fabrics) known.push_back(name);
        return failure(problem(Code::unknown_name,
                               fmt::format("{} has no fabric \"{}\"", system.name, fabric_name),
                               did_you_mean(fabric_name, known)));
    }
    ShapePlace const place{document};
    auto const shape = network_shape(system, root_of(system, fabric_name), place);
    if (!shape) return failure(shape.error());
    return build_shape(*shape, place);
}

Result<Fabric>
build_fabric(System const& system, Partition const& partition, ConfigNode const* document) {
    return build_fabric(system, system.node_type_of(partition).fabric, document);
}

std::vector<std::string> networks_of(System const& system) {
    std::vector<std::string> names;
    for (auto const& [name, fabric] : system.fabrics)
        if (fabric.part_of.empty()) names.push_back(name);
    return names;
}

std::string network_of(System const& system, Partition const& partition) {
    return root_of(system, system.node_type_of(partition).fabric);
}

std::vector<FabricNodeId>
nodes_of(Fabric const& fabric, System const& system, Partition const& partition) {
    std::string const& type = owner_of(system.node_type_of(partition));
    NodeBlock const* block = fabric.block_of(type);
    std::vector<FabricNodeId> nodes;
    if (block == nullptr) return nodes;
    for (int i = 0; i < partition.nodes; ++i) {
        auto const index = static_cast<std::uint32_t>(partition.places.number_of(i));
        if (index < block->count) nodes.push_back({block->first + index});
    }
    return nodes;
}

}  // namespace clustersim
