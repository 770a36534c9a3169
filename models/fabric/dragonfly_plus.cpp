// SPDX-License-Identifier: Apache-2.0
// A. Shpiner et al., Dragonfly+: Low Cost Topology for Scaling Datacenters, HiPINEB 2017: the switches
// of a group form a two-level tree, whose spines hold the cables to the other groups.
#include "models/fabric/wiring.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

void check_group(GroupShape const& group, ShapePlace const& place, Diagnostics& diagnostics) {
    if (group.spines == 0) {
        diagnostics.add(place.problem_with(
            group.fabric,
            "spines_per_group",
            fmt::format("group {} has no spine to hold cables to other groups", group.name)));
    } else {
        check_leaf_uplinks(group, place, diagnostics);
    }
}

}  // namespace

Result<Fabric> build_dragonfly_plus(NetworkShape const& shape, ShapePlace const& place) {
    Diagnostics diagnostics;
    for (GroupShape const& group : shape.groups) check_group(group, place, diagnostics);
    check_joined(shape, place, diagnostics);
    if (diagnostics.has_errors()) return failure(std::move(diagnostics));
    FabricBuilder builder(shape.name, FabricFamily::dragonfly_plus);
    std::vector<SwitchRange> leaves;
    std::vector<SwitchRange> spines;
    for (GroupShape const& group : shape.groups) {
        std::uint32_t const id = builder.add_group(group.name, group.kind);
        leaves.push_back(add_switches(builder, group.leaves, 1, id));
        spines.push_back(add_switches(builder, group.spines, 2, id));
    }
    attach_nodes(builder, shape, leaves);
    for (std::size_t g = 0; g < shape.groups.size(); ++g) {
        GroupShape const& group = shape.groups[g];
        deal_uplinks(builder,
                     {leaves[g], spines[g], group.leaf_uplinks, 0},
                     {{}, {}, group.link, group.switch_latency, LinkLevel::leaf_spine});
    }
    join_groups(builder, shape, spines);
    check_ports(builder, shape, place, diagnostics);
    if (diagnostics.has_errors()) return failure(std::move(diagnostics));
    return std::move(builder).finish();
}

}  // namespace clustersim
