// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/summary.hpp"

#include "models/fabric/graph.hpp"
#include "models/fabric/routing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace clustersim {
namespace {

std::vector<ClassSummary> classes_of(Fabric const& fabric) {
    std::vector<ClassSummary> classes;
    for (std::uint32_t g = 0; g < fabric.groups().size(); ++g) {
        FabricGroup const& group = fabric.groups()[g];
        auto at = std::ranges::find(classes, group.kind, &ClassSummary::kind);
        if (at == classes.end()) {
            classes.push_back({group.kind, 0, 0, 0, 0, 0, taper_of(fabric, g)});
            at = classes.end() - 1;
        }
        ++at->groups;
        at->leaves += group.leaves;
        at->spines += group.spines;
        at->nodes += group.nodes;
        at->ports += group.endpoints;
    }
    return classes;
}

/// The port of `group` that is farthest from `from`; none if no other leaf of the group has ports.
std::optional<PortPair> farthest(Fabric const& fabric,
                                 EndpointId from,
                                 std::vector<std::uint32_t> const& hops,
                                 std::uint32_t group) {
    SwitchId const first = fabric.endpoint(from).leaf;
    std::optional<PortPair> found;
    std::uint32_t most = 0;
    for (std::uint32_t e = 0; e < fabric.endpoint_count(); ++e) {
        SwitchId const leaf = fabric.endpoint({e}).leaf;
        if (leaf == first || fabric.switch_at(leaf).group != group || hops[leaf.value] <= most)
            continue;
        most = hops[leaf.value];
        found = PortPair{from, EndpointId{e}};
    }
    return found;
}

RouteSummary route_summary(Fabric const& fabric, std::string what, PortPair const& ends) {
    RouteSummary summary;
    summary.what = std::move(what);
    summary.diversity =
        path_diversity(fabric, fabric.endpoint(ends.first).leaf, fabric.endpoint(ends.second).leaf);
    std::vector<LinkId> route;
    Router(fabric, Routing::minimal).route(ends.first, ends.second, 0, route);
    summary.latency = latency_of(fabric, route);
    return summary;
}

std::string group_name(Fabric const& fabric, EndpointId port) {
    std::uint32_t const group = fabric.switch_at(fabric.endpoint(port).leaf).group;
    return group == no_group ? fabric.switch_name(fabric.endpoint(port).leaf)
                             : fabric.groups()[group].name;
}

void add_routes(Fabric const& fabric, EndpointId from, FabricSummary& into) {
    HopCounter counter(switch_graph(fabric));
    SwitchId const leaf = fabric.endpoint(from).leaf;
    std::vector<std::uint32_t> const& hops = counter.from(leaf.value);
    std::uint32_t const own = fabric.switch_at(leaf).group;
    if (auto const within = farthest(fabric, from, hops, own)) {
        into.routes.push_back(route_summary(fabric,
                                            own == no_group
                                                ? fmt::format("{} to {}",
                                                              group_name(fabric, within->first),
                                                              group_name(fabric, within->second))
                                                : "within " + group_name(fabric, from),
                                            *within));
    }
    for (std::uint32_t group = 0; group < fabric.groups().size(); ++group) {
        if (group == own) continue;
        auto const across = farthest(fabric, from, hops, group);
        if (!across) continue;
        into.routes.push_back(route_summary(fabric,
                                            fmt::format("{} to {}",
                                                        group_name(fabric, across->first),
                                                        group_name(fabric, across->second)),
                                            *across));
        return;
    }
}

void add_traffic(Fabric const& fabric,
                 std::vector<EndpointId> const& ports,
                 std::vector<std::uint32_t> const& groups,
                 FabricSummary& into) {
    auto const add = [&](std::string what, std::vector<PortPair> flows) {
        if (!flows.empty()) into.traffic.push_back({std::move(what), std::move(flows)});
    };
    if (groups.size() > 1) {
        add(fmt::format("all of {} to {}",
                        fabric.groups()[groups[0]].name,
                        fabric.groups()[groups[1]].name),
            group_to_group(fabric, groups[0], groups[1]));
    }
    if (ports.size() > 1) add("shift of all ports by half their number", half_shift(ports));
}

void add_bisections(Fabric const& fabric,
                    std::vector<std::uint32_t> const& chosen,
                    bool all,
                    FabricSummary& into) {
    if (!all) {
        into.bisections.push_back({"groups of the partition", bisection(fabric, chosen)});
        return;
    }
    into.bisections.push_back(
        {fabric.groups().size() > 1 ? "all groups" : "all leaves", bisection(fabric)});
    if (into.classes.size() < 2) return;
    for (ClassSummary const& one : into.classes) {
        if (one.groups < 2 || one.ports == 0) continue;
        std::vector<std::uint32_t> members;
        for (std::uint32_t g = 0; g < fabric.groups().size(); ++g)
            if (fabric.groups()[g].kind == one.kind) members.push_back(g);
        into.bisections.push_back({"groups of class " + one.kind, bisection(fabric, members)});
    }
}

}  // namespace

FabricSummary summarise(Fabric const& fabric, std::span<FabricNodeId const> nodes) {
    FabricSummary summary;
    summary.classes = classes_of(fabric);
    for (Switch const& one : fabric.switches())
        summary.cores += static_cast<std::uint32_t>(one.level > 2);
    summary.levels = level_totals(fabric);
    summary.diameter = diameter(fabric);
    std::vector<EndpointId> ports;
    std::set<std::uint32_t> groups;
    std::uint32_t const count =
        nodes.empty() ? fabric.node_count() : static_cast<std::uint32_t>(nodes.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        FabricNodeId const node = nodes.empty() ? FabricNodeId{i} : nodes[i];
        if (fabric.group_of(node) != no_group) groups.insert(fabric.group_of(node));
        for (std::uint32_t nic = 0; nic < fabric.nics_of(node); ++nic)
            ports.push_back(fabric.endpoint_of(node, nic));
    }
    std::vector<std::uint32_t> const chosen(groups.begin(), groups.end());
    if (!ports.empty()) add_routes(fabric, ports.front(), summary);
    add_traffic(fabric, ports, chosen, summary);
    add_bisections(fabric, chosen, nodes.empty(), summary);
    return summary;
}

}  // namespace clustersim
