// SPDX-License-Identifier: Apache-2.0
#include "models/machine/fabric_config.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace clustersim {
namespace {

using namespace std::string_view_literals;

constexpr std::array fabric_kinds{
    std::pair{"single_switch"sv, FabricKind::single_switch},
    std::pair{"fat_tree"sv, FabricKind::fat_tree},
    std::pair{"dragonfly"sv, FabricKind::dragonfly},
    std::pair{"dragonfly_plus"sv, FabricKind::dragonfly_plus},
    std::pair{"ethernet"sv, FabricKind::ethernet},
};
constexpr std::array routings{
    std::pair{"minimal"sv, Routing::minimal},
    std::pair{"ecmp"sv, Routing::ecmp},
    std::pair{"valiant"sv, Routing::valiant},
    std::pair{"adaptive"sv, Routing::adaptive},
};

int count_of(Reader& reader, std::string_view key) {
    return static_cast<int>(reader.optional_integer(key, Range::at_least(1, 1e5)).value_or(0));
}

/// A mapping from names to counts.
std::map<std::string, int> counts_of(Reader& reader, std::string_view key) {
    std::map<std::string, int> counts;
    auto child = reader.optional_child(key);
    if (!child) return counts;
    for (ConfigNode::Entry const& entry : child->node().entries) {
        if (entry.key == "source" || entry.key == "confidence" || entry.key == "note") continue;
        counts[entry.key] = static_cast<int>(child->integer(entry.key, Range::at_least(1, 1e5)));
    }
    child->finish();
    return counts;
}

GroupClass read_class(Reader& reader, std::string name) {
    GroupClass one;
    one.name = std::move(name);
    reader.require("groups");
    one.groups = count_of(reader, "groups");
    one.leaves = count_of(reader, "leaves");
    one.spines = count_of(reader, "spines");
    one.links_per_switch_pair = count_of(reader, "links_per_switch_pair");
    one.nodes = counts_of(reader, "nodes");
    one.links_to = counts_of(reader, "links_to");
    reader.finish();
    return one;
}

TreeLevel read_level(Reader& reader, std::string name) {
    TreeLevel level;
    level.name = std::move(name);
    reader.require("switches");
    level.switches = std::max(1, count_of(reader, "switches"));
    level.pods = count_of(reader, "pods");
    level.uplinks = count_of(reader, "uplinks");
    reader.finish();
    return level;
}

void read_switches(Reader& reader, FabricParameters& fabric) {
    fabric.leaves_per_group = count_of(reader, "leaves_per_group");
    fabric.spines_per_group = count_of(reader, "spines_per_group");
    fabric.links_per_group_pair = count_of(reader, "links_per_group_pair");
    fabric.links_per_switch_pair = count_of(reader, "links_per_switch_pair");
    fabric.leaf_uplinks = count_of(reader, "leaf_uplinks");
    fabric.spine_uplinks = count_of(reader, "spine_uplinks");
    fabric.cores = count_of(reader, "cores");
    fabric.rails =
        static_cast<int>(reader.optional_integer("rails", Range::at_least(1, 64)).value_or(1));
    fabric.switch_ports = count_of(reader, "switch_ports");
    fabric.other_switches = count_of(reader, "other_switches");
}

}  // namespace

NameTable<FabricKind> fabric_kind_names() {
    return fabric_kinds;
}
NameTable<Routing> routing_names() {
    return routings;
}

FabricParameters read_fabric(Reader& reader, std::string name) {
    FabricParameters fabric;
    fabric.name = std::move(name);
    fabric.kind = reader.one_of("kind", fabric_kind_names());
    fabric.part_of = reader.optional_text("part_of").value_or("");
    fabric.groups = count_of(reader, "groups");
    fabric.nodes_per_group = count_of(reader, "nodes_per_group");
    read_switches(reader, fabric);
    fabric.link = reader.quantity<Bandwidth>("link");
    fabric.leaf_taper = reader.optional_number("leaf_taper", Range{0.0, 100.0, true}).value_or(1.0);
    fabric.global_taper =
        reader.optional_number("global_taper", Range{0.0, 100.0, true}).value_or(1.0);
    fabric.switch_latency = reader.quantity<Duration>("switch_latency");
    fabric.routing = reader.optional_one_of("routing", routing_names()).value_or(Routing::minimal);
    for (auto& [level_name, child] : reader.named_children("upper_levels")) {
        fabric.upper_levels.push_back(read_level(child, level_name));
    }
    if (fabric.cores > 0 && !fabric.upper_levels.empty()) {
        reader.complain("cores",
                        Code::inconsistent,
                        "the switches above the islands are given twice, here and in upper_levels");
    }
    for (auto& [class_name, child] : reader.named_children("group_classes")) {
        fabric.classes.push_back(read_class(child, class_name));
    }
    bool const grouped =
        fabric.kind == FabricKind::dragonfly || fabric.kind == FabricKind::dragonfly_plus;
    if (grouped) {
        for (char const* key : {"groups", "nodes_per_group", "links_per_group_pair"})
            reader.require(key);
    }
    reader.finish();
    return fabric;
}

}  // namespace clustersim
