// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/model/fabric_pages.hpp"

#include "models/fabric/build.hpp"
#include "models/machine/fabric_config.hpp"
#include "sim/core/enum_names.hpp"

#include <algorithm>

namespace clustersim {
namespace {

std::vector<FabricNodeId> nodes_of(FabricView const& view) {
    if (view.partition == nullptr) return {};
    return nodes_of(*view.fabric, view.machine->system, *view.partition);
}

/// The node types whose internal links are shown: the partition's, or all types on the network that have accelerators.
std::vector<NodeType const*> types_of(FabricView const& view) {
    std::vector<NodeType const*> types;
    if (view.machine == nullptr) return types;
    System const& system = view.machine->system;
    if (view.partition != nullptr) {
        NodeType const& type = system.node_type_of(*view.partition);
        if (type.gpus > 0) types.push_back(&type);
        return types;
    }
    for (auto const& [name, type] : system.node_types)
        if (type.gpus > 0 && type.part_of.empty() && view.fabric->block_of(name) != nullptr)
            types.push_back(&type);
    return types;
}

/// Whether the network is built from this number of the machine's file: a number of its fabrics, or the count and the
/// NICs of a node type.
bool goes_into(FabricView const& view, std::string const& path) {
    for (auto const& [name, fabric] : view.machine->system.fabrics) {
        bool const member = name == view.network || fabric.part_of == view.network;
        if (member && path.starts_with("fabrics." + name + ".")) return true;
    }
    return std::ranges::any_of(view.fabric->node_blocks(), [&](NodeBlock const& block) {
        std::string const type = "node_types." + block.type;
        return path == type + ".nodes" || path == type + ".nic.count" ||
               path == type + ".nic.bandwidth" || path == type + ".nic.latency";
    });
}

/// The facts from which the network was built.
std::vector<Fact> facts_of(FabricView const& view) {
    std::vector<Fact> facts;
    if (view.machine == nullptr) return facts;
    for (Fact& fact : facts_of(view.machine->document))
        if (goes_into(view, fact.path)) facts.push_back(std::move(fact));
    return facts;
}

int other_switches(FabricView const& view) {
    int others = 0;
    if (view.machine == nullptr) return others;
    for (auto const& [name, fabric] : view.machine->system.fabrics)
        if (name == view.network || fabric.part_of == view.network) others += fabric.other_switches;
    return others;
}

}  // namespace

FabricPages pages_of(FabricView const& view) {
    FabricPages pages;
    pages.routing = enum_name(view.routing);
    pages.nodes = nodes_of(view);
    pages.types = types_of(view);
    pages.facts = facts_of(view);
    pages.other_switches = other_switches(view);
    pages.summary = summarise(*view.fabric, pages.nodes);
    for (TrafficSummary const& one : pages.summary.traffic)
        pages.shares.push_back(share_of(*view.fabric, view.routing, one.flows));
    return pages;
}

}  // namespace clustersim
