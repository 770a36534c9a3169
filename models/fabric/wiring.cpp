// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/wiring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace clustersim {
namespace {

/// The leaf of each NIC of the group's nodes, in the order of nodes and NICs.
void place_group(GroupShape const& group, SwitchRange leaves, std::vector<SwitchId>& leaf_of) {
    std::uint32_t const per_rail = std::max(1U, leaves.count / group.rails);
    double const total = group.injection().si();
    double before = 0.0;
    for (AttachedNodes const& nodes : group.nodes) {
        double const weight = (nodes.port * static_cast<double>(nodes.nics)).si();
        for (std::uint32_t n = 0; n < nodes.count; ++n) {
            // Rounded, because the sum of three thirds of a node must not be below one.
            double const position = std::round(before * per_rail / total * 1e9) * 1e-9;
            auto const turn = std::min(per_rail - 1, static_cast<std::uint32_t>(position));
            for (std::uint32_t nic = 0; nic < nodes.nics; ++nic) {
                std::uint32_t const leaf =
                    group.rails == 1 ? turn : turn * group.rails + nic % group.rails;
                leaf_of.push_back(leaves.at(std::min(leaf, leaves.count - 1)));
            }
            before += weight;
        }
    }
}

}  // namespace

SwitchRange add_switches(FabricBuilder& builder,
                         std::uint32_t count,
                         std::uint32_t level,
                         std::uint32_t group) {
    SwitchRange range{builder.so_far().switch_count(), count};
    for (std::uint32_t i = 0; i < count; ++i) builder.add_switch({level, group, i, 0});
    return range;
}

void attach_nodes(FabricBuilder& builder,
                  NetworkShape const& shape,
                  std::span<SwitchRange const> leaves) {
    struct Piece {
        AttachedNodes nodes;
        std::vector<SwitchId> leaf_of;
    };
    std::map<std::uint32_t, Piece> pieces;  // by first node: nodes are numbered across groups
    for (std::size_t g = 0; g < shape.groups.size(); ++g) {
        std::vector<SwitchId> leaf_of;
        place_group(shape.groups[g], leaves[g], leaf_of);
        auto next = leaf_of.begin();
        for (AttachedNodes const& nodes : shape.groups[g].nodes) {
            auto const end = next + std::ptrdiff_t{nodes.count} * nodes.nics;
            pieces[nodes.first] = {nodes, {next, end}};
            next = end;
        }
    }
    for (NodeBlock const& block : shape.blocks) builder.add_block(block);
    for (auto const& [first, piece] : pieces) {
        for (std::size_t i = 0; i < piece.leaf_of.size(); ++i) {
            if (i % piece.nodes.nics == 0) builder.add_node();
            builder.add_endpoint(piece.leaf_of[i], piece.nodes.port, piece.nodes.latency);
        }
    }
}

void deal_uplinks(FabricBuilder& builder, Deal const& deal, Cable const& kind) {
    for (std::uint32_t n = 0; n < deal.lower.count * deal.uplinks; ++n) {
        Cable cable = kind;
        cable.a = deal.lower.at(n / deal.uplinks);
        cable.b = deal.upper.at((deal.start + n) % deal.upper.count);
        builder.add_cable(cable);
    }
}

void join_groups(FabricBuilder& builder,
                 NetworkShape const& shape,
                 std::span<SwitchRange const> ends) {
    std::size_t const groups = shape.groups.size();
    std::vector<std::uint32_t> turn(groups, 0);
    for (std::size_t a = 0; a < groups; ++a) {
        for (std::size_t b = a + 1; b < groups; ++b) {
            GroupShape const& from = shape.groups[a];
            GroupShape const& to = shape.groups[b];
            Cable cable{{},
                        {},
                        std::min(from.link, to.link),
                        std::max(from.switch_latency, to.switch_latency),
                        LinkLevel::global};
            for (std::uint32_t n = 0; n < shape.pair_links[a * groups + b]; ++n) {
                cable.a = ends[a].at(turn[a]++ % ends[a].count);
                cable.b = ends[b].at(turn[b]++ % ends[b].count);
                builder.add_cable(cable);
            }
        }
    }
}

void check_leaf_uplinks(GroupShape const& group,
                        ShapePlace const& place,
                        Diagnostics& diagnostics) {
    if (group.leaf_uplinks >= group.spines) return;
    diagnostics.add(place.problem_with(
        group.fabric,
        "leaf_uplinks",
        fmt::format("a leaf of {} has {} uplinks, fewer than the {} spines that it must reach",
                    group.name,
                    group.leaf_uplinks,
                    group.spines)));
}

void check_joined(NetworkShape const& shape, ShapePlace const& place, Diagnostics& diagnostics) {
    std::size_t const groups = shape.groups.size();
    std::map<std::pair<std::string, std::string>, bool> said;
    for (std::size_t a = 0; a < groups; ++a) {
        for (std::size_t b = a + 1; b < groups; ++b) {
            GroupShape const& from = shape.groups[a];
            GroupShape const& to = shape.groups[b];
            if (shape.pair_links[a * groups + b] > 0 || said[{from.kind, to.kind}]) continue;
            said[{from.kind, to.kind}] = true;
            diagnostics.add(place.problem_with(
                to.fabric,
                "links_per_group_pair",
                fmt::format("no link joins groups {} and {}", from.name, to.name)));
        }
    }
}

void check_ports(FabricBuilder const& builder,
                 NetworkShape const& shape,
                 ShapePlace const& place,
                 Diagnostics& diagnostics) {
    Fabric const& fabric = builder.so_far();
    std::vector<double> injected(fabric.switch_count(), 0.0);
    std::vector<std::uint32_t> used(fabric.switch_count(), 0);
    for (std::uint32_t e = 0; e < fabric.endpoint_count(); ++e) {
        SwitchId const leaf = fabric.endpoint({e}).leaf;
        Bandwidth const link = shape.groups[fabric.switch_at(leaf).group].link;
        // Slower ports share a cable; a faster port takes whole cables.
        double const share = builder.port_of({e}) / link;
        injected[leaf.value] +=
            share <= 1.0 ? 1.0 / std::floor(1.0 / share + 1e-9) : std::ceil(share);
    }
    for (Cable const& cable : builder.cables()) {
        ++used[cable.a.value];
        ++used[cable.b.value];
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, bool> said;
    for (std::uint32_t s = 0; s < fabric.switch_count(); ++s) {
        Switch const& one = fabric.switch_at({s});
        GroupShape const& group = shape.groups[one.group == no_group ? 0 : one.group];
        auto const down = static_cast<std::uint32_t>(std::ceil(injected[s] - 1e-6));
        if (group.switch_ports == 0 || used[s] + down <= group.switch_ports) continue;
        if (std::exchange(said[{one.group, one.level}], true)) continue;
        diagnostics.add(place.problem_with(
            group.fabric,
            "switch_ports",
            fmt::format("{} needs {} ports, {} for nodes and {} for switches, but has {}",
                        fabric.switch_name({s}),
                        used[s] + down,
                        down,
                        used[s],
                        group.switch_ports)));
    }
}

}  // namespace clustersim
