// SPDX-License-Identifier: Apache-2.0
#include "models/machine/fabric_config.hpp"

#include "models/machine/optional_values.hpp"
#include "sim/core/enum_names.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace clustersim {
namespace {

using namespace std::string_view_literals;

/// Counts of groups, switches and links.
constexpr Range network_count = Range::at_least(1, 1e5);

/// A mapping from names to counts.
std::map<std::string, int> counts_of(Reader& reader, std::string_view key) {
    std::map<std::string, int> counts;
    auto child = reader.optional_child(key);
    if (!child) return counts;
    for (ConfigNode::Entry const& entry : child->node().entries) {
        if (entry.key == "source" || entry.key == "confidence" || entry.key == "note") continue;
        counts[entry.key] = static_cast<int>(child->integer(entry.key, network_count));
    }
    child->finish();
    return counts;
}

GroupClass read_class(Reader& reader, std::string name) {
    GroupClass one;
    one.name = std::move(name);
    reader.require("groups");
    one.groups = optional_count(reader, "groups", network_count).value_or(0);
    one.leaves = optional_count(reader, "leaves", network_count).value_or(0);
    one.spines = optional_count(reader, "spines", network_count).value_or(0);
    one.links_per_switch_pair =
        optional_count(reader, "links_per_switch_pair", network_count).value_or(0);
    one.nodes = counts_of(reader, "nodes");
    one.links_to = counts_of(reader, "links_to");
    reader.finish();
    return one;
}

TreeLevel read_level(Reader& reader, std::string name) {
    TreeLevel level;
    level.name = std::move(name);
    reader.require("switches");
    level.switches = optional_count(reader, "switches", network_count).value_or(1);
    level.pods = optional_count(reader, "pods", network_count).value_or(0);
    level.uplinks = optional_count(reader, "uplinks", network_count).value_or(0);
    reader.finish();
    return level;
}

void read_switches(Reader& reader, FabricParameters& fabric) {
    fabric.leaves_per_group = optional_count(reader, "leaves_per_group", network_count).value_or(0);
    fabric.spines_per_group = optional_count(reader, "spines_per_group", network_count).value_or(0);
    fabric.links_per_group_pair =
        optional_count(reader, "links_per_group_pair", network_count).value_or(0);
    fabric.links_per_switch_pair =
        optional_count(reader, "links_per_switch_pair", network_count).value_or(0);
    fabric.leaf_uplinks = optional_count(reader, "leaf_uplinks", network_count).value_or(0);
    fabric.spine_uplinks = optional_count(reader, "spine_uplinks", network_count).value_or(0);
    fabric.cores = optional_count(reader, "cores", network_count).value_or(0);
    fabric.rails = optional_count(reader, "rails", Range::at_least(1, 64)).value_or(1);
    fabric.switch_ports = optional_count(reader, "switch_ports", network_count).value_or(0);
    fabric.other_switches = optional_count(reader, "other_switches", network_count).value_or(0);
}

}  // namespace

NameTable<Routing> routing_names() {
    return enum_names<Routing>;
}

FabricParameters read_fabric(Reader& reader, std::string name) {
    FabricParameters fabric;
    fabric.name = std::move(name);
    fabric.kind = reader.one_of<FabricKind>("kind");
    fabric.part_of = reader.optional_text("part_of").value_or("");
    fabric.groups = optional_count(reader, "groups", network_count).value_or(0);
    fabric.nodes_per_group = optional_count(reader, "nodes_per_group", network_count).value_or(0);
    read_switches(reader, fabric);
    fabric.link = reader.quantity<Bandwidth>("link");
    fabric.leaf_taper = reader.optional_number("leaf_taper", Range{0.0, 100.0, true}).value_or(1.0);
    fabric.global_taper =
        reader.optional_number("global_taper", Range{0.0, 100.0, true}).value_or(1.0);
    fabric.switch_latency = reader.quantity<Duration>("switch_latency");
    fabric.routing = reader.optional_one_of<Routing>("routing").value_or(Routing::minimal);
    for (auto& [level_name, child] : reader.named_children("upper_levels"))
        fabric.upper_levels.push_back(read_level(child, level_name));
    if (fabric.cores > 0 && !fabric.upper_levels.empty()) {
        reader.complain("cores",
                        Code::inconsistent,
                        "the switches above the islands are given twice, here and in upper_levels");
    }
    for (auto& [class_name, child] : reader.named_children("group_classes"))
        fabric.classes.push_back(read_class(child, class_name));
    bool const grouped =
        fabric.kind == FabricKind::dragonfly || fabric.kind == FabricKind::dragonfly_plus;
    if (grouped)
        for (char const* key : {"groups", "nodes_per_group", "links_per_group_pair"})
            reader.require(key);
    reader.finish();
    return fabric;
}

}  // namespace clustersim
