// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/analysis.hpp"

#include "models/fabric/graph.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace clustersim {
namespace {

std::vector<std::uint32_t> leaves_with_endpoints(Fabric const& fabric) {
    std::set<std::uint32_t> leaves;
    for (Endpoint const& endpoint : fabric.endpoints()) leaves.insert(endpoint.leaf.value);
    return {leaves.begin(), leaves.end()};
}

}  // namespace

int diameter(Fabric const& fabric) {
    HopCounter hops(switch_graph(fabric));
    std::vector<std::uint32_t> const leaves = leaves_with_endpoints(fabric);
    std::uint32_t most = 0;
    for (std::uint32_t const from : leaves) {
        std::vector<std::uint32_t> const& distance = hops.from(from);
        for (std::uint32_t const to : leaves) most = std::max(most, distance[to]);
    }
    return static_cast<int>(most);
}

PathDiversity path_diversity(Fabric const& fabric, SwitchId from, SwitchId to) {
    FlatGraph const graph = switch_graph(fabric);
    PathDiversity found;
    if (from == to) return found;
    HopCounter hops(graph);
    std::vector<std::uint32_t> const distance = hops.from(to.value);
    found.hops = static_cast<int>(distance[from.value]);
    // Routes from a switch: the sum over its neighbours one hop nearer, counted from the near end.
    std::vector<std::uint32_t> order(graph.vertices);
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t v) { return distance[v]; });
    std::vector<std::size_t> first(graph.vertices + 1U, 0);
    for (FlatGraph::Arc const& arc : graph.arcs) ++first[arc.from + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<double> routes(graph.vertices, 0.0);
    routes[to.value] = 1.0;
    for (std::uint32_t const v : order) {
        for (std::size_t a = first[v]; a < first[v + 1] && distance[v] != unreached; ++a) {
            FlatGraph::Arc const& arc = graph.arcs[a];
            if (distance[arc.to] + 1 == distance[v])
                routes[v] += routes[arc.to] * static_cast<double>(arc.capacity);
        }
    }
    found.shortest = routes[from.value];
    found.disjoint = static_cast<int>(max_flow(graph, from.value, to.value));
    return found;
}

std::vector<LevelTotal> level_totals(Fabric const& fabric) {
    std::vector<LevelTotal> all(link_level_count);
    for (std::uint32_t id = 0; id < fabric.link_count(); id += 2) {
        Link const& link = fabric.link({id});
        LevelTotal& total = all[static_cast<std::size_t>(link.level)];
        total.level = link.level;
        ++total.cables;
        total.capacity += link.capacity;
    }
    std::erase_if(all, [](LevelTotal const& total) { return total.cables == 0; });
    return all;
}

GroupTaper taper_of(Fabric const& fabric, std::uint32_t group) {
    GroupTaper taper;
    for (Link const& link : fabric.links()) {
        if (!fabric.is_switch(link.from)) {
            SwitchId const leaf = fabric.switch_of(link.to);
            if (fabric.switch_at(leaf).group == group) taper.injection += link.capacity;
            continue;
        }
        if (!fabric.is_switch(link.to)) continue;
        Switch const& from = fabric.switch_at(fabric.switch_of(link.from));
        Switch const& to = fabric.switch_at(fabric.switch_of(link.to));
        if (from.group != group) continue;
        if (to.group != group)
            taper.leaving += link.capacity;
        else if (from.level < to.level)
            taper.leaf_up += link.capacity;
    }
    return taper;
}

}  // namespace clustersim
