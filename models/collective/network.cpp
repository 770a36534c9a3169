// SPDX-License-Identifier: Apache-2.0
//
// The levels of a machine under a collective.
//
// Rings in a node. Each ring enters and leaves a device by two wires to different neighbours. A device with
// d wires, at most m of them to one neighbour, is therefore on at most min(d, 2 (d - m)) directed rings, and
// the set has as many rings as its poorest device allows; two devices have as many as wires join them. On
// the cube mesh of eight V100 this gives 1, 2, 4, 0, 2, 4 and 6 rings for the first 2 to 8 devices, which is
// what measured plateaus over the bandwidth of a wire show.
// Ports. Groups that use the ports of a node at the same time share them evenly; a group has no more than
// the ports of its own devices.
// Fabric. Neighbours in different groups send through the group's links, which carry 1/taper of what its
// nodes inject: above that share the ports are slowed.
// Domain. Neighbours in rank order; traffic of other jobs is not in here.
#include "models/collective/network.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace clustersim {
namespace {

/// Share of a node's injection that gets through links narrowed by `taper` when `crossing` of the
/// traffic has to pass them.
double through(double taper, double crossing) {
    double const demand = taper * crossing;
    return demand > 1.0 ? 1.0 / demand : 1.0;
}

int nodes_per_leaf(FabricParameters const& fabric) {
    if (fabric.leaves_per_group <= 0) return 0;
    return fabric.nodes_per_group / fabric.leaves_per_group;
}

/// Neighbours of a ring over `nodes` nodes, filled up unit by unit, that lie in different units.
double filled_crossing(int nodes, int per_unit) {
    if (per_unit <= 0 || nodes <= per_unit) return 0.0;
    int const units = (nodes + per_unit - 1) / per_unit;
    return static_cast<double>(units) / nodes;
}

/// Neighbours of the list that lie in different units of `per_unit` nodes.
double listed_crossing(std::span<int const> nodes, int per_unit) {
    if (per_unit <= 0 || nodes.size() < 2) return 0.0;
    int crossing = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        int const next = nodes[(i + 1) % nodes.size()];
        crossing += nodes[i] / per_unit != next / per_unit ? 1 : 0;
    }
    return static_cast<double>(crossing) / static_cast<double>(nodes.size());
}

int usable_nics(NodeType const& type) {
    if (type.nic.nic_of_gpu.empty()) return std::max(1, type.nic.count);
    return static_cast<int>(
        std::set<int>(type.nic.nic_of_gpu.begin(), type.nic.nic_of_gpu.end()).size());
}

bool switched(NodeLink const& link) {
    return link.wires.empty() && link.kind != NodeLinkKind::nvlink_pairs &&
           link.kind != NodeLinkKind::nvlink_c2c;
}

/// Directed rings over the first n devices, from the wires between them.
int ring_count(std::vector<int> const& wires, int devices, int n) {
    auto const between = [&](int i, int j) {
        return wires[static_cast<std::size_t>(i) * static_cast<std::size_t>(devices) +
                     static_cast<std::size_t>(j)];
    };
    if (n == 2) return between(0, 1);
    int rings = 1 << 20;
    for (int i = 0; i < n; ++i) {
        int all = 0;
        int most = 0;
        for (int j = 0; j < n; ++j) {
            all += between(i, j);
            most = std::max(most, between(i, j));
        }
        rings = std::min({rings, all, 2 * (all - most)});
    }
    return rings;
}

Bandwidth ring_bandwidth(NodeType const& type, int n) {
    NodeLink const& link = type.link;
    Bandwidth const all = link.per_device * link.achievable;
    if (n <= 1 || switched(link)) return all;
    Bandwidth const one = link.per_pair * link.achievable;
    if (link.wires.empty()) return std::min(all, one * static_cast<double>(n - 1));
    auto const devices = static_cast<std::size_t>(type.gpus);
    CS_ENSURE(link.wires.size() == devices * devices, "wires join the devices of a node");
    return std::min(all, one * static_cast<double>(ring_count(link.wires, type.gpus, n)));
}

}  // namespace

FabricSpan span_of(FabricParameters const& fabric, int nodes, Spread spread) {
    FabricSpan span;
    span.nodes = nodes;
    if (nodes <= 1) return span;
    int const per_leaf = nodes_per_leaf(fabric);
    if (spread == Spread::scattered) {
        // Anywhere in the machine: a neighbour is under another leaf unless by chance.
        int const leaves = std::max(1, fabric.groups) * fabric.leaves_per_group;
        double const unknown = fabric.leaf_taper > 1.0 ? 1.0 : 0.0;
        span.leaf_crossing =
            std::max(leaves > 1 ? 1.0 - 1.0 / leaves : unknown, filled_crossing(nodes, per_leaf));
        if (fabric.groups > 1) {
            span.group_crossing =
                std::max(1.0 - 1.0 / fabric.groups, filled_crossing(nodes, fabric.nodes_per_group));
        }
        return span;
    }
    span.leaf_crossing = filled_crossing(nodes, per_leaf);
    if (fabric.groups > 1) span.group_crossing = filled_crossing(nodes, fabric.nodes_per_group);
    return span;
}

FabricSpan span_of(FabricParameters const& fabric, std::span<int const> nodes) {
    FabricSpan span;
    span.nodes = static_cast<int>(nodes.size());
    span.leaf_crossing = listed_crossing(nodes, nodes_per_leaf(fabric));
    if (fabric.groups > 1) span.group_crossing = listed_crossing(nodes, fabric.nodes_per_group);
    return span;
}

Bandwidth Network::ring(int devices_of_group) const {
    auto const at = static_cast<std::size_t>(std::max(devices_of_group, 1)) - 1;
    return rings[std::min(at, device_limit - 1)];
}

Network network_of(NodeType const& type, FabricParameters const& fabric, FabricSpan const& span) {
    Network network;
    network.devices = std::max(1, type.gpus);
    network.link = type.link.per_device;
    network.device = type.link.per_device * type.link.achievable;
    network.pair = switched(type.link) ? network.device : ring_bandwidth(type, 2);
    network.chain = type.link.per_pair * type.link.achievable;
    for (std::size_t i = 0; i < Network::device_limit; ++i) {
        int const n = static_cast<int>(i) + 1;
        network.rings[i] = n <= network.devices ? ring_bandwidth(type, n) : network.rings[i - 1];
    }
    network.device_latency = type.link.latency;
    double const share = std::min(through(fabric.leaf_taper, span.leaf_crossing),
                                  through(fabric.global_taper, span.group_crossing));
    network.nic = type.nic.bandwidth * type.nic.achievable * share;
    network.nic_send =
        type.nic.bandwidth * type.collectives.send_share.value_or(type.nic.achievable) * share;
    network.nics = usable_nics(type);
    // Two more switches to another leaf, two more to another group.
    network.nic_latency = type.nic.latency + fabric.switch_latency *
                                                 (2.0 * (span.leaf_crossing + span.group_crossing));
    network.tuning = type.collectives;
    return network;
}

Network network_of(NodeType const& type, FabricParameters const& fabric, int nodes, Spread spread) {
    return network_of(type, fabric, span_of(fabric, nodes, spread));
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
