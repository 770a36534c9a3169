// SPDX-License-Identifier: Apache-2.0
//
// The levels of a machine as seen by a collective.
//
// Rings in a node. As many as models/fabric finds without a common wire (node_links.hpp); each direction of each
// ring has the bandwidth of one wire. On the cube mesh of eight V100 the first 2 to 8 devices have 1, 2, 4, 0, 2,
// 4 and 6 rings, in agreement with the measured plateaus over the bandwidth of a wire.
// Ports. Groups that use the ports of a node at the same time share them evenly; a group has at most the
// ports of its own devices.
// Fabric. Neighbours in different groups send through the group's links, which carry 1/taper of the injection
// of its nodes: if more traffic leaves the group, the ports are slowed down. A port loses its inefficiency
// inside the node; a fabric that carries at least the remaining rate does not slow it further, so the lesser
// of the two counts.
// Domain. Neighbours in rank order; traffic of other jobs is not included.
#include "models/collective/network.hpp"

#include "models/fabric/node_links.hpp"
#include "sim/core/ensure.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <vector>

namespace clustersim {
namespace {

/// Share of a node's injection that passes links narrowed by `taper` if `crossing` of the traffic
/// uses them.
double through(double taper, double crossing) {
    double const demand = taper * crossing;
    return demand > 1.0 ? 1.0 / demand : 1.0;
}

/// The class of groups that takes nodes of the type; null if groups do not differ.
GroupClass const* class_of(NodeType const& type, FabricParameters const& fabric) {
    std::string const& name = type.part_of.empty() ? type.name : type.part_of;
    auto const found = std::ranges::find_if(
        fabric.classes, [&](GroupClass const& one) { return one.nodes.contains(name); });
    return found == fabric.classes.end() ? nullptr : &*found;
}

double nodes_per_group(NodeType const& type, FabricParameters const& fabric) {
    if (fabric.groups <= 1) return 0.0;
    GroupClass const* own = class_of(type, fabric);
    if (own == nullptr) return fabric.nodes_per_group;
    return own->nodes.at(type.part_of.empty() ? type.name : type.part_of);
}

/// Cables that a leaf has for its nodes according to its taper, counted in ports of the type.
double ports_of_leaf(NodeType const& type, FabricParameters const& fabric) {
    double const taper = fabric.leaf_taper;
    double const cables = fabric.leaf_uplinks > 0
                              ? std::round(fabric.leaf_uplinks * taper)
                              : std::floor(fabric.switch_ports * taper / (1.0 + taper));
    return type.nic.bandwidth.si() > 0.0 ? cables * (fabric.link / type.nic.bandwidth) : 0.0;
}

/// Nodes of the type under one leaf (with rails: under one set of leaves); 0: one leaf holds all.
/// The node count of a group is not enough, because groups may also hold other types.
double nodes_per_leaf(NodeType const& type, FabricParameters const& fabric) {
    GroupClass const* own = class_of(type, fabric);
    int const leaves = own != nullptr && own->leaves > 0 ? own->leaves : fabric.leaves_per_group;
    double const group = own != nullptr
                             ? own->nodes.at(type.part_of.empty() ? type.name : type.part_of)
                             : fabric.nodes_per_group;
    double const by_count = leaves > 0 ? group * fabric.rails / leaves : 0.0;
    bool const tree =
        fabric.kind == FabricKind::fat_tree || fabric.kind == FabricKind::dragonfly_plus;
    double const ports = type.nic.count;
    if (!tree || ports <= 0.0 || ports_of_leaf(type, fabric) <= 0.0) return by_count;
    double const by_ports = ports_of_leaf(type, fabric) * fabric.rails / ports;
    if (leaves == 0) {
        bool const one_switch = group * ports * (type.nic.bandwidth / fabric.link) <=
                                static_cast<double>(fabric.switch_ports);
        return one_switch ? 0.0 : by_ports;
    }
    return own != nullptr && own->nodes.size() > 1 ? by_ports : std::min(by_count, by_ports);
}

/// Injection of a leaf's ports over the capacity of its uplinks, for traffic to all destinations. If
/// each destination has one route, the busiest uplink carries whole destinations.
double leaf_narrowing(NodeType const& type, FabricParameters const& fabric) {
    double const per_leaf = nodes_per_leaf(type, fabric) * type.nic.count / fabric.rails;
    if (fabric.routing != Routing::minimal || fabric.leaf_uplinks <= 0 || per_leaf <= 0.0)
        return fabric.leaf_taper;
    double const destinations = std::ceil(per_leaf / fabric.leaf_uplinks - 1e-9);
    return destinations * (type.nic.bandwidth / fabric.link);
}

/// The unit of a node if units of `per_unit` nodes, possibly a fraction, are filled in turn.
int unit_of(int node, double per_unit) {
    return static_cast<int>(std::floor(node / per_unit + 1e-9));
}

/// Share of the ring's neighbours that are in different units of `per_unit` nodes.
double ring_crossing(std::span<int const> nodes, double per_unit) {
    if (per_unit <= 0.0 || nodes.size() < 2) return 0.0;
    int crossing = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        int const next = nodes[(i + 1) % nodes.size()];
        crossing += unit_of(nodes[i], per_unit) != unit_of(next, per_unit) ? 1 : 0;
    }
    return static_cast<double>(crossing) / static_cast<double>(nodes.size());
}

/// The same for all pairs of nodes, of which each unit has so many.
PairCrossing pair_crossing(std::span<int const> in_units, double per_unit) {
    auto const n = static_cast<double>(std::accumulate(in_units.begin(), in_units.end(), 0));
    if (n < 2.0) return {};
    PairCrossing crossing;
    for (int const count : in_units) {
        double const out = (n - count) / (n - 1.0);
        crossing.mean += count / n * out;
        crossing.load = std::max(crossing.load, std::min(1.0, count / per_unit) * out);
    }
    return crossing;
}

/// How many of these nodes are in each unit that has any; empty if there are no units.
std::vector<int> counts_in_units(std::span<int const> nodes, double per_unit) {
    if (per_unit <= 0.0) return {};
    std::map<int, int> in_unit;
    for (int const node : nodes) ++in_unit[unit_of(node, per_unit)];
    std::vector<int> counts;
    for (auto const& [unit, count] : in_unit) counts.push_back(count);
    return counts;
}

/// The same of the first nodes of the machine, without looking at each of them: a step asks this many times.
std::vector<int> counts_of_first(int nodes, double per_unit) {
    if (per_unit <= 0.0) return {};
    std::vector<int> counts;
    for (int begin = 0; begin < nodes;) {
        int const unit = unit_of(begin, per_unit);
        // Rounding may put one node on the other side of the border.
        double const border = std::ceil((unit + 1.0) * per_unit) - 1.0;
        int end = std::max(begin + 1, static_cast<int>(std::min<double>(border, nodes)));
        while (end < nodes && unit_of(end, per_unit) == unit) ++end;
        counts.push_back(end - begin);
        begin = end;
    }
    return counts;
}

/// The share of a ring over the first nodes: it leaves each of several units once.
double ring_crossing_of_first(std::span<int const> in_units, int nodes) {
    return in_units.size() < 2 ? 0.0 : static_cast<double>(in_units.size()) / nodes;
}

int usable_nics(NodeType const& type) {
    if (type.nic.nic_of_gpu.empty()) return std::max(1, type.nic.count);
    return static_cast<int>(
        std::set<int>(type.nic.nic_of_gpu.begin(), type.nic.nic_of_gpu.end()).size());
}

/// Bandwidth of rings over the first n devices; 0 if they form none.
Bandwidth ring_bandwidth(NodeLinks const& links, NodeLink const& link, int n) {
    Bandwidth const all = link.per_device * link.achievable;
    if (n <= 1 || links.switched()) return all;
    std::vector<int> first(static_cast<std::size_t>(n));
    std::iota(first.begin(), first.end(), 0);
    return std::min(all, link.per_pair * link.achievable * double(links.ring_count(first)));
}

}  // namespace

FabricSpan span_of(NodeType const& type, FabricParameters const& fabric, int nodes, Spread spread) {
    double const per_leaf = nodes_per_leaf(type, fabric);
    double const per_group = nodes_per_group(type, fabric);
    auto const in_leaves = counts_of_first(nodes, per_leaf);
    auto const in_groups = counts_of_first(nodes, per_group);
    FabricSpan span;
    span.nodes = std::max(0, nodes);
    span.leaf_crossing = ring_crossing_of_first(in_leaves, nodes);
    span.leaf_pairs = pair_crossing(in_leaves, per_leaf);
    span.group_crossing = ring_crossing_of_first(in_groups, nodes);
    span.group_pairs = pair_crossing(in_groups, per_group);
    if (nodes <= 1 || spread == Spread::compact) return span;
    // Anywhere in the machine, a neighbour is almost never under the same leaf.
    auto const at_least = [](PairCrossing& pairs, double crossing) {
        pairs.mean = std::max(pairs.mean, crossing);
        pairs.load = std::max(pairs.load, crossing);
    };
    int const leaves = std::max(1, fabric.groups) * fabric.leaves_per_group;
    double const unknown = fabric.leaf_taper > 1.0 ? 1.0 : 0.0;
    span.leaf_crossing = std::max(leaves > 1 ? 1.0 - 1.0 / leaves : unknown, span.leaf_crossing);
    at_least(span.leaf_pairs, span.leaf_crossing);
    if (fabric.groups > 1) {
        span.group_crossing = std::max(1.0 - 1.0 / fabric.groups, span.group_crossing);
        at_least(span.group_pairs, span.group_crossing);
    }
    return span;
}

FabricSpan
span_of(NodeType const& type, FabricParameters const& fabric, std::span<int const> nodes) {
    double const per_leaf = nodes_per_leaf(type, fabric);
    double const per_group = nodes_per_group(type, fabric);
    FabricSpan span;
    span.nodes = static_cast<int>(nodes.size());
    span.leaf_crossing = ring_crossing(nodes, per_leaf);
    span.leaf_pairs = pair_crossing(counts_in_units(nodes, per_leaf), per_leaf);
    span.group_crossing = ring_crossing(nodes, per_group);
    span.group_pairs = pair_crossing(counts_in_units(nodes, per_group), per_group);
    return span;
}

Bandwidth Network::ring(int devices_of_group) const {
    auto const at = static_cast<std::size_t>(std::max(devices_of_group, 1)) - 1;
    return rings[std::min(at, device_limit - 1)];
}

Network network_of(NodeType const& type, FabricParameters const& fabric, FabricSpan const& span) {
    Network network;
    network.devices = std::max(1, type.linked_devices());
    network.link = type.link.per_device;
    network.device = type.link.per_device * type.link.achievable;
    NodeLinks const links(type);
    network.pair = ring_bandwidth(links, type.link, std::min(2, network.devices));
    network.chain = type.link.per_pair * type.link.achievable;
    for (std::size_t i = 0; i < Network::device_limit; ++i) {
        int const n = static_cast<int>(i) + 1;
        network.rings[i] =
            n <= network.devices ? ring_bandwidth(links, type.link, n) : network.rings[i - 1];
    }
    network.device_latency = type.link.latency;
    double const share = std::min(through(fabric.leaf_taper, span.leaf_crossing),
                                  through(fabric.global_taper, span.group_crossing));
    network.nic = type.nic.bandwidth * std::min(type.nic.achievable, share);
    network.nic_send = type.nic.bandwidth *
                       std::min(type.collectives.send_share.value_or(type.nic.achievable), share);
    network.nics = usable_nics(type) * std::max(1, network.devices / std::max(1, type.gpus));
    // Two more switches to another leaf (one if leaves are joined directly); two more to another group.
    double const to_leaf = fabric.kind == FabricKind::dragonfly ? 1.0 : 2.0;
    auto const further = [&](double leaf, double group) {
        return fabric.switch_latency * (to_leaf * leaf + 2.0 * group);
    };
    Duration const ring_route = further(span.leaf_crossing, span.group_crossing);
    network.nic_latency = type.nic.latency + ring_route;
    double const pairs = std::min(through(leaf_narrowing(type, fabric), span.leaf_pairs.load),
                                  through(fabric.global_taper, span.group_pairs.load));
    network.pairs_share =
        std::min(type.nic.achievable, pairs) / std::min(type.nic.achievable, share);
    network.pairs_latency = further(span.leaf_pairs.mean, span.group_pairs.mean) - ring_route;
    network.tuning = type.collectives;
    network.pair_line = type.link.per_pair;
    network.nic_line = type.nic.bandwidth;
    network.carrier = type.carrier;
    if (type.carrier.latency) network.carrier_latency = *type.carrier.latency - type.nic.latency;
    return network;
}

Network network_of(NodeType const& type, FabricParameters const& fabric, int nodes, Spread spread) {
    return network_of(type, fabric, span_of(type, fabric, nodes, spread));
}

Bandwidth node_bandwidth(Group const& group, Network const& network, Bandwidth port) {
    CS_ENSURE(group.members >= 1 && group.per_node >= 1 && group.sharing >= 1,
              "a group has members");
    double const own =
        std::max(1.0, static_cast<double>(group.in_node()) * network.nics / network.devices);
    double const fair = static_cast<double>(network.nics) / group.sharing;
    return port * std::min({own, fair, static_cast<double>(network.nics)});
}

}  // namespace clustersim
