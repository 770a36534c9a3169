// SPDX-License-Identifier: Apache-2.0
#include "models/collective/placement.hpp"

#include "models/collective/flow_pattern.hpp"
#include "sim/core/ensure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace clustersim {
namespace {

std::vector<FabricNodeId> shuffled(std::span<FabricNodeId const> nodes, RandomStream& random) {
    std::vector<FabricNodeId> any(nodes.begin(), nodes.end());
    for (std::size_t i = any.size(); i > 1; --i) std::swap(any[i - 1], any[random.uniform_int(i)]);
    return any;
}

/// The first node of each group, then the second of each, …
std::vector<FabricNodeId> in_turn(Fabric const& fabric, std::span<FabricNodeId const> nodes) {
    std::map<std::uint32_t, std::size_t> seen;
    std::vector<std::pair<std::size_t, FabricNodeId>> turns;
    for (FabricNodeId const node : nodes) turns.emplace_back(seen[fabric.group_of(node)]++, node);
    std::ranges::stable_sort(turns, {}, [](auto const& turn) { return turn.first; });
    std::vector<FabricNodeId> order;
    for (auto const& [turn, node] : turns) order.push_back(node);
    return order;
}

std::vector<std::uint32_t> all_ports(Fabric const& fabric, FabricNodeId node) {
    std::vector<std::uint32_t> ports(fabric.nics_of(node));
    std::iota(ports.begin(), ports.end(), 0U);
    return ports;
}

double log_uniform(double low, double high, RandomStream& random) {
    return low * std::pow(high / low, random.uniform01());
}

}  // namespace

std::vector<FabricNodeId> place_nodes(Fabric const& fabric,
                                      std::span<FabricNodeId const> available,
                                      std::size_t count,
                                      PlacementKind kind,
                                      RandomStream& random) {
    CS_ENSURE(count <= available.size(), "there are enough nodes");
    std::vector<FabricNodeId> nodes(available.begin(), available.end());
    if (kind == PlacementKind::spread) nodes = in_turn(fabric, available);
    if (kind == PlacementKind::random) nodes = shuffled(available, random);
    nodes.resize(count);
    return nodes;
}

Result<std::vector<FabricNodeId>> nodes_by_name(Fabric const& fabric,
                                                std::span<FabricNodeId const> available,
                                                std::span<std::string const> names,
                                                std::span<SourceSpan const> places) {
    CS_ENSURE(places.empty() || places.size() == names.size(), "every name has a place");
    std::map<std::string, FabricNodeId, std::less<>> known;
    for (FabricNodeId const node : available) {
        std::string name = fabric.node_name(node);
        known.emplace(name, node);
        std::erase_if(name, [](char c) { return c == '[' || c == ']'; });
        known.emplace(std::move(name), node);
    }
    std::map<std::string, std::size_t, std::less<>> first;
    std::vector<FabricNodeId> nodes;
    Diagnostics problems;
    for (std::size_t i = 0; i < names.size(); ++i) {
        auto const report = [&](Diagnostic wrong) {
            if (!places.empty()) wrong.where = places[i];
            problems.add(std::move(wrong));
        };
        auto const found = known.find(names[i]);
        auto const [earlier, is_new] = first.emplace(names[i], i);
        if (found == known.end()) {
            std::string const like = known.empty() ? std::string() : known.begin()->first;
            report(problem(Code::unknown_name,
                           fmt::format("node {}: unknown node \"{}\"", i + 1, names[i]),
                           fmt::format("nodes here have names like {}", like)));
        } else if (!is_new) {
            report(problem(
                Code::inconsistent,
                fmt::format(
                    "node {}: {} is already node {}", i + 1, names[i], earlier->second + 1)));
        } else {
            nodes.push_back(found->second);
        }
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return nodes;
}

std::vector<FabricNodeId> nodes_left(std::span<FabricNodeId const> available,
                                     std::span<FabricNodeId const> taken) {
    std::vector<FabricNodeId> mine(taken.begin(), taken.end());
    std::ranges::sort(mine);
    std::vector<FabricNodeId> left;
    for (FabricNodeId const node : available)
        if (!std::ranges::binary_search(mine, node)) left.push_back(node);
    return left;
}

Result<std::vector<Neighbour>> other_jobs(Fabric const& fabric,
                                          FlowNetwork const& network,
                                          std::span<FabricNodeId const> nodes,
                                          BackgroundMix const& mix,
                                          RandomStream& random) {
    std::vector<FabricNodeId> const others = place_nodes(
        fabric,
        nodes,
        static_cast<std::size_t>(std::floor(mix.busy * static_cast<double>(nodes.size()))),
        mix.placement,
        random);

    std::vector<Neighbour> neighbours;
    for (std::size_t first = 0; first < others.size();) {
        auto const wanted =
            static_cast<std::size_t>(std::floor(log_uniform(2.0, mix.largest + 1.0, random)));
        std::size_t const size = std::min(wanted, others.size() - first);
        PlacedGroup group;
        group.nodes.assign(others.begin() + static_cast<std::ptrdiff_t>(first),
                           others.begin() + static_cast<std::ptrdiff_t>(first + size));
        group.ports = all_ports(fabric, group.nodes.front());
        first += size;
        auto routes = route_all(network, messages_of(fabric, FlowPattern::ring, group));
        if (!routes) return failure(routes.error());
        neighbours.push_back(
            {std::move(*routes),
             mix.duty,
             seconds(log_uniform(mix.shortest_step.si(), mix.longest_step.si(), random))});
    }
    return neighbours;
}

}  // namespace clustersim
