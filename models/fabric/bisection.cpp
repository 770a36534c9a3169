// SPDX-License-Identifier: Apache-2.0
// The groups are halved; the bandwidth from one half to the other is, by formula, the least of
//   - the injection of the nodes of either half through their leaves' uplinks, group by group,
//   - for trees, the bandwidth of either half's groups up to the cores (or from leaves to spines),
//   - for dragonflies, the cables that join a group of one half to a group of the other.
// The maximum flow over the same switches can only be less: it also includes uneven wiring.
#include "models/fabric/analysis.hpp"
#include "models/fabric/graph.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace clustersim {
namespace {

constexpr std::int64_t boundless = std::numeric_limits<std::int64_t>::max() / 4;

/// The parts that are halved: groups, or leaves if the fabric has at most one group.
struct Parts {
    bool are_groups = true;
    std::vector<std::uint32_t> ids;
    std::vector<double> injection;  ///< by id
};

std::int64_t bits(Bandwidth bandwidth) {
    return std::llround(bandwidth.si() * 8.0);
}

std::vector<std::int64_t> injection_by_switch(Fabric const& fabric) {
    std::vector<std::int64_t> at(fabric.switch_count(), 0);
    for (std::uint32_t e = 0; e < fabric.endpoint_count(); ++e) {
        at[fabric.endpoint({e}).leaf.value] +=
            bits(fabric.link(Fabric::injection(EndpointId{e})).capacity);
    }
    return at;
}

Parts parts_of(Fabric const& fabric,
               std::span<std::uint32_t const> groups,
               std::vector<std::int64_t> const& injection) {
    Parts parts;
    parts.ids.assign(groups.begin(), groups.end());
    auto const total = static_cast<std::uint32_t>(fabric.groups().size());
    if (groups.empty())
        for (std::uint32_t g = 0; g < total; ++g) parts.ids.push_back(g);
    parts.are_groups = parts.ids.size() > 1;
    if (parts.are_groups) {
        parts.injection.assign(total, 0.0);
        for (std::uint32_t s = 0; s < fabric.switch_count(); ++s) {
            std::uint32_t const group = fabric.switch_at({s}).group;
            if (group != no_group) parts.injection[group] += static_cast<double>(injection[s]);
        }
        return parts;
    }
    std::uint32_t const only = parts.ids.empty() ? no_group : parts.ids.front();
    parts.ids.clear();
    parts.injection.assign(fabric.switch_count(), 0.0);
    for (std::uint32_t s = 0; s < fabric.switch_count(); ++s) {
        parts.injection[s] = static_cast<double>(injection[s]);
        if (injection[s] > 0 && (only == no_group || fabric.switch_at({s}).group == only))
            parts.ids.push_back(s);
    }
    return parts;
}

/// Takes the parts from the largest to the smallest, each to the side with less; parts without
/// nodes balance the number of parts.
void halve(Parts const& parts, Bisection& into) {
    std::vector<std::uint32_t> order = parts.ids;
    std::ranges::stable_sort(
        order, std::greater<>{}, [&](std::uint32_t id) { return parts.injection[id]; });
    double left = 0.0;
    double right = 0.0;
    for (std::uint32_t const id : order) {
        double const weight = parts.injection[id];
        bool const fewer = into.left.size() <= into.right.size();
        bool const to_left = weight == 0.0 || left == right ? fewer : left < right;
        (to_left ? into.left : into.right).push_back(id);
        (to_left ? left : right) += weight;
    }
    std::ranges::sort(into.left);
    std::ranges::sort(into.right);
}

/// -1 left, +1 right, 0 neither: a core, or a switch that only forwards traffic; 2: not in any
/// part.
std::vector<int> sides_of(Fabric const& fabric, Bisection const& halves, Parts const& parts) {
    std::vector<int> side(fabric.switch_count(), parts.are_groups ? 2 : 0);
    if (!parts.are_groups) {
        for (std::uint32_t const s : halves.left) side[s] = -1;
        for (std::uint32_t const s : halves.right) side[s] = 1;
        return side;
    }
    std::vector<int> of_group(fabric.groups().size(), 2);
    for (std::uint32_t const g : halves.left) of_group[g] = -1;
    for (std::uint32_t const g : halves.right) of_group[g] = 1;
    for (std::uint32_t s = 0; s < fabric.switch_count(); ++s) {
        std::uint32_t const group = fabric.switch_at({s}).group;
        side[s] = group == no_group ? 0 : of_group[group];
    }
    return side;
}

/// Bandwidth that one part can send or receive, by its nodes and its links upwards; unlimited
/// without nodes.
std::int64_t reach_of(Fabric const& fabric,
                      std::uint32_t part,
                      bool is_group,
                      std::vector<std::int64_t> const& injection) {
    std::int64_t through_leaves = 0;
    std::int64_t leaving = 0;
    bool any_nodes = false;
    bool any_leaving = false;
    for (std::uint32_t s = 0; s < fabric.switch_count(); ++s) {
        Switch const& one = fabric.switch_at({s});
        if (is_group ? one.group != part : s != part) continue;
        std::int64_t up = 0;
        bool any_up = false;
        for (LinkId const id : fabric.links_from(fabric.vertex(SwitchId{s}))) {
            Link const& link = fabric.link(id);
            if (!fabric.is_switch(link.to)) continue;
            Switch const& to = fabric.switch_at(fabric.switch_of(link.to));
            if (to.level > one.level && one.level == 1) {
                up += bits(link.capacity);
                any_up = true;
            } else if (is_group && to.group == no_group) {
                leaving += bits(link.capacity);
                any_leaving = true;
            }
        }
        if (injection[s] == 0) continue;
        any_nodes = true;
        through_leaves += any_up ? std::min(injection[s], up) : injection[s];
    }
    if (!any_nodes) return any_leaving ? leaving : boundless;
    return any_leaving ? std::min(through_leaves, leaving) : through_leaves;
}

std::int64_t capped_sum(std::int64_t a, std::int64_t b) {
    return std::min(boundless, a + b);
}

void apply_formula(Fabric const& fabric,
                   Parts const& parts,
                   std::vector<std::int64_t> const& injection,
                   Bisection& into) {
    auto const reach = [&](std::vector<std::uint32_t> const& half) {
        std::int64_t sum = 0;
        for (std::uint32_t const part : half)
            sum = capped_sum(sum, reach_of(fabric, part, parts.are_groups, injection));
        return sum;
    };
    std::int64_t least = std::min(reach(into.left), reach(into.right));
    std::vector<int> const side = sides_of(fabric, into, parts);
    std::int64_t crossing = 0;
    for (Link const& link : fabric.links()) {
        if (!fabric.is_switch(link.from) || !fabric.is_switch(link.to)) continue;
        if (side[fabric.switch_of(link.from).value] != -1) continue;
        if (side[fabric.switch_of(link.to).value] != 1) continue;
        crossing += bits(link.capacity);
        ++into.cables;
    }
    // If halves are also joined by switches above, their direct cables do not bound the traffic.
    if (into.cables > 0 && fabric.family() != FabricFamily::edge_list)
        least = std::min(least, crossing);
    into.formula = bytes_per_second(static_cast<double>(least) / 8.0);
}

/// Total capacity of the links that leave a switch.
std::int64_t carried_by(Fabric const& fabric, SwitchId one) {
    std::int64_t sum = 0;
    for (LinkId const id : fabric.links_from(fabric.vertex(one)))
        sum += bits(fabric.link(id).capacity);
    return sum;
}

void apply_flow(Fabric const& fabric,
                Parts const& parts,
                std::vector<std::int64_t> const& injection,
                Bisection& into) {
    std::vector<int> const side = sides_of(fabric, into, parts);
    FlatGraph graph = switch_graph(fabric, ArcCapacity::bits_per_second);
    std::erase_if(graph.arcs, [&](FlatGraph::Arc const& arc) {
        return side[arc.from] == 2 || side[arc.to] == 2;
    });
    std::uint32_t const source = graph.vertices++;
    std::uint32_t const sink = graph.vertices++;
    for (std::uint32_t s = 0; s < fabric.switch_count(); ++s) {
        Switch const& one = fabric.switch_at({s});
        bool const empty_group = parts.are_groups && one.group != no_group &&
                                 fabric.groups()[one.group].endpoints == 0 && one.level == 1;
        std::int64_t const amount = empty_group ? carried_by(fabric, {s}) : injection[s];
        if (amount == 0) continue;
        if (side[s] == -1) graph.arcs.push_back({source, s, amount});
        if (side[s] == 1) graph.arcs.push_back({s, sink, amount});
    }
    into.max_flow = bytes_per_second(static_cast<double>(max_flow(graph, source, sink)) / 8.0);
}

}  // namespace

Bisection bisection(Fabric const& fabric, std::span<std::uint32_t const> groups) {
    std::vector<std::int64_t> const injection = injection_by_switch(fabric);
    Parts const parts = parts_of(fabric, groups, injection);
    Bisection result;
    result.of_groups = parts.are_groups;
    halve(parts, result);
    if (result.left.empty() || result.right.empty()) {
        // One switch: only its ports count, and half of them send to the other half.
        auto const total = static_cast<double>(
            std::accumulate(injection.begin(), injection.end(), std::int64_t{0}));
        result.formula = result.max_flow = bytes_per_second(total / 2.0 / 8.0);
        return result;
    }
    apply_formula(fabric, parts, injection, result);
    apply_flow(fabric, parts, injection, result);
    return result;
}

}  // namespace clustersim
