// SPDX-License-Identifier: Apache-2.0
// Counts that a machine's file does not give for a tree follow from its tapers and the ports of a
// switch: as few switches as the cables need, uplinks by the taper.
#include "models/fabric/network_shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clustersim {

Bandwidth GroupShape::injection() const {
    Bandwidth total{};
    for (AttachedNodes const& some : nodes)
        total += some.port * static_cast<double>(some.count * some.nics);
    return total;
}

void derive_tree(GroupShape& group,
                 FabricParameters const& fabric,
                 ShapePlace const& place,
                 Diagnostics& diagnostics) {
    double const cables = group.injection() / group.link;
    double const taper = fabric.leaf_taper;
    double const ports = group.switch_ports;
    if (group.leaves == 0) {
        bool const unknown = group.switch_ports == 0;
        bool const one_switch = fabric.groups <= 1 && taper <= 1.0;  // non-blocking
        if (unknown && !one_switch) {
            diagnostics.add(place.problem_with(
                fabric.name,
                "leaves_per_group",
                fmt::format("neither the leaves of {} are given, nor the ports of a switch, from "
                            "which they would follow",
                            group.name)));
            group.leaves = 1;
        } else if (unknown || cables <= ports) {
            group.leaves = 1;
        } else {
            double const down = std::max(1.0, std::floor(ports * taper / (1.0 + taper)));
            group.leaves = static_cast<std::uint32_t>(std::ceil(cables / down));
        }
    }
    if (group.leaves == 1 && group.spines == 0) return;
    if (group.leaf_uplinks == 0) {
        double const up = std::round(cables / group.leaves / taper);
        group.leaf_uplinks = std::max({1U, group.spines, static_cast<std::uint32_t>(up)});
    }
    if (group.spines > 0 || group.switch_ports == 0) return;
    // Choose spines that divide the uplinks, so that each leaf has equally many cables to each
    // spine.
    auto const least = static_cast<std::uint32_t>(
        std::ceil(static_cast<double>(group.leaves * group.leaf_uplinks) / ports));
    group.spines = least;
    while (group.leaf_uplinks % group.spines != 0 && group.spines < 2 * least) ++group.spines;
    if (group.leaf_uplinks % group.spines != 0) {
        group.spines = least;
        group.leaf_uplinks += least - group.leaf_uplinks % least;
    }
}

void derive_cores(NetworkShape& shape,
                  std::vector<FabricParameters const*> const& members,
                  std::vector<double> const& tapers) {
    if (shape.groups.size() < 2 && members.front()->upper_levels.empty()) return;
    double cables = 0.0;
    for (std::size_t g = 0; g < shape.groups.size(); ++g) {
        GroupShape& group = shape.groups[g];
        if (group.spine_uplinks == 0 && group.spines > 0) {
            double const up = group.injection() / group.link / tapers[g] / group.spines;
            group.spine_uplinks = std::max(1U, static_cast<std::uint32_t>(std::round(up)));
        }
        cables += group.spines * group.spine_uplinks;
    }
    for (TreeLevel const& level : members.front()->upper_levels)
        shape.upper.push_back(
            {unsigned_of(level.switches), unsigned_of(level.pods), unsigned_of(level.uplinks)});
    if (!shape.upper.empty()) return;
    std::uint32_t cores = 0;
    for (FabricParameters const* fabric : members) cores += unsigned_of(fabric->cores);
    double const ports = shape.groups.front().switch_ports;
    if (cores == 0 && ports > 0.0) cores = static_cast<std::uint32_t>(std::ceil(cables / ports));
    if (cores > 0) shape.upper.push_back({cores, 0, 0});
}

}  // namespace clustersim
