// SPDX-License-Identifier: Apache-2.0
// A folded Clos network of any number of levels (C. Leiserson, Fat-Trees, IEEE Trans. Computers 1985;
// E. Zahavi, D-Mod-K Routing Providing Non-Blocking Traffic for Shift Permutations, 2010, for the
// general form). The pods of one level are connected to all switches of the pod above them. Uplinks
// are assigned in turn, and every switch has a link into every pod below it, so that up-then-down
// routes always exist. A taper is a level with fewer uplinks than its lower level provides.
#include "models/fabric/wiring.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

/// The pods of one level during construction: their switches and how many uplinks each has.
struct Tier {
    std::vector<std::uint32_t> pods;
    std::vector<SwitchRange> switches;
    std::vector<Cable> uplink;  ///< by pod: capacity and latency of an uplink
    std::vector<std::uint32_t> uplinks;
};

std::uint32_t add_pod(FabricBuilder& builder, std::uint32_t level, SwitchRange switches) {
    std::uint32_t const pod = builder.add_pod({level, switches.first, switches.count, no_group});
    for (std::uint32_t i = 0; i < switches.count; ++i) builder.set_pod(switches.at(i), pod);
    return pod;
}

/// Adds the groups' leaves and spines and joins them.
Tier add_groups(FabricBuilder& builder, NetworkShape const& shape) {
    std::vector<SwitchRange> leaves;
    std::vector<std::uint32_t> leaf_pods;
    for (GroupShape const& group : shape.groups) {
        std::uint32_t const id = builder.add_group(group.name, group.kind);
        leaves.push_back(add_switches(builder, group.leaves, 1, id));
        for (std::uint32_t i = 0; i < group.leaves; ++i)
            leaf_pods.push_back(add_pod(builder, 1, {leaves.back().at(i).value, 1}));
    }
    attach_nodes(builder, shape, leaves);
    Tier tier;
    std::size_t next_pod = 0;
    for (std::uint32_t g = 0; g < shape.groups.size(); ++g) {
        GroupShape const& group = shape.groups[g];
        Cable cable{{}, {}, group.link, group.switch_latency, LinkLevel::leaf_spine};
        SwitchRange const spines = add_switches(builder, group.spines, 2, g);
        if (group.spines > 0) {
            tier.pods.push_back(add_pod(builder, 2, spines));
            deal_uplinks(builder, {leaves[g], spines, group.leaf_uplinks, 0}, cable);
        }
        for (std::uint32_t i = 0; i < group.leaves; ++i) {
            std::uint32_t const pod = leaf_pods[next_pod++];
            if (group.spines > 0) builder.set_parent(pod, tier.pods.back());
        }
        cable.level = LinkLevel::core;
        tier.switches.push_back(spines);
        tier.uplink.push_back(cable);
        tier.uplinks.push_back(group.spine_uplinks);
    }
    return tier;
}

/// Adds the level above `below`.
Tier add_upper(FabricBuilder& builder,
               Tier const& below,
               UpperLevel const& upper,
               std::uint32_t level,
               std::uint32_t first_index) {
    auto const count = static_cast<std::uint32_t>(below.pods.size());
    std::uint32_t const gathered = upper.children == 0 ? count : upper.children;
    Tier tier;
    for (std::uint32_t from = 0; from < count; from += gathered) {
        SwitchRange switches{builder.so_far().switch_count(), upper.switches};
        for (std::uint32_t i = 0; i < upper.switches; ++i)
            builder.add_switch({level, no_group, first_index++, 0});
        std::uint32_t const pod = add_pod(builder, level, switches);
        std::uint32_t start = 0;
        for (std::uint32_t p = from; p < std::min(count, from + gathered); ++p) {
            deal_uplinks(
                builder, {below.switches[p], switches, below.uplinks[p], start}, below.uplink[p]);
            start += below.switches[p].count * below.uplinks[p];
            builder.set_parent(below.pods[p], pod);
        }
        tier.pods.push_back(pod);
        tier.switches.push_back(switches);
        tier.uplink.push_back(below.uplink[from]);
        tier.uplinks.push_back(upper.uplinks);
    }
    return tier;
}

void check_group(GroupShape const& group,
                 bool alone,
                 ShapePlace const& place,
                 Diagnostics& diagnostics) {
    bool const one_switch = group.leaves == 1 && group.spines == 0 && alone;
    if (group.spines == 0 && !one_switch) {
        diagnostics.add(place.problem_with(
            group.fabric,
            "spines_per_group",
            fmt::format("no spine joins the {} leaves of {}", group.leaves, group.name)));
    } else {
        check_leaf_uplinks(group, place, diagnostics);
    }
}

/// Checks that every switch of an upper level can be reached from every pod below it.
void check_upper(NetworkShape const& shape, ShapePlace const& place, Diagnostics& diagnostics) {
    std::string const& fabric = shape.groups.front().fabric;
    std::size_t pods = shape.groups.size();
    for (std::size_t u = 0; u < shape.upper.size(); ++u) {
        UpperLevel const& upper = shape.upper[u];
        auto const demand =
            [&](std::string const& from, std::string const& key, std::uint32_t has) {
                if (has >= upper.switches) return;
                diagnostics.add(place.problem_with(
                    key,
                    u == 0 ? "spine_uplinks" : "upper_levels",
                    fmt::format("{} has {} uplinks, fewer than the {} switches of level {} that "
                                "it must reach",
                                from,
                                has,
                                upper.switches,
                                u + 3)));
            };
        if (u == 0) {
            for (GroupShape const& group : shape.groups)
                demand(group.name, group.fabric, group.spines * group.spine_uplinks);
        } else {
            UpperLevel const& below = shape.upper[u - 1];
            demand(fmt::format("a pod of level {}", u + 2), fabric, below.switches * below.uplinks);
        }
        std::size_t const gathered = upper.children == 0 ? pods : upper.children;
        pods = (pods + gathered - 1) / gathered;
    }
    if (pods > 1) {
        diagnostics.add(place.problem_with(
            fabric,
            shape.upper.empty() ? "cores" : "upper_levels",
            fmt::format("no switch joins the {} parts of {}", pods, shape.name)));
    }
}

}  // namespace

Result<Fabric> build_fat_tree(NetworkShape const& shape, ShapePlace const& place) {
    Diagnostics diagnostics;
    for (GroupShape const& group : shape.groups)
        check_group(group, shape.groups.size() == 1 && shape.upper.empty(), place, diagnostics);
    check_upper(shape, place, diagnostics);
    if (diagnostics.has_errors()) return failure(std::move(diagnostics));
    FabricBuilder builder(shape.name, FabricFamily::fat_tree);
    Tier tier = add_groups(builder, shape);
    std::uint32_t level = 3;
    for (UpperLevel const& upper : shape.upper) tier = add_upper(builder, tier, upper, level++, 0);
    check_ports(builder, shape, place, diagnostics);
    if (diagnostics.has_errors()) return failure(std::move(diagnostics));
    return std::move(builder).finish();
}

}  // namespace clustersim
