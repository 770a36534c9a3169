// SPDX-License-Identifier: Apache-2.0
//
// Ring collectives over the levels of a machine.
//
// Equation. A group of n = m N devices, m in each of N nodes, reduces S bytes in three phases that
// follow each other: a reduce-scatter over the m devices of a node, a ring over the N nodes in which
// each device carries its own S/m, and an all-gather in the node:
//   T = t0 + 2 (m-1) a_d + 2 (m-1)/m S/B_d + 2 (N-1) a_n + 2 (N-1)/N S/B_n
// with a the latency of one step, B_d the achieved bandwidth of a device inside the node and B_n
// what the group's ports of one node carry together. Groups that use the ports of a node at the same
// time share them evenly.
// Source. Thakur, Rabenseifner, Gropp, "Optimization of Collective Communication Operations in
// MPICH" (2005), section 4; Patarasuk, Yuan, "Bandwidth optimal all-reduce algorithms" (2009).
// Domain. Messages of a few hundred KiB and more. Libraries switch to trees and to low-latency
// protocols below, which this file does not model: there it is an upper bound on the latency term of
// large groups and optimistic by the protocol's own inefficiency.
#include "models/collective/ring.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <set>

namespace clustersim {
namespace {

/// Share of a node's injection that gets through links narrowed by `taper` when `crossing` of the
/// traffic has to pass them.
double through(double taper, double crossing) {
    double const demand = taper * crossing;
    return demand > 1.0 ? 1.0 / demand : 1.0;
}

/// Ring neighbours in different groups of the fabric over all neighbours.
double crossing_share(FabricParameters const& fabric, int nodes, Spread spread) {
    if (fabric.groups <= 1 || nodes <= 1) return 0.0;
    if (spread == Spread::scattered) return 1.0 - 1.0 / fabric.groups;
    if (fabric.nodes_per_group <= 0 || nodes <= fabric.nodes_per_group) return 0.0;
    int const used = (nodes + fabric.nodes_per_group - 1) / fabric.nodes_per_group;
    return static_cast<double>(used) / nodes;
}

int usable_nics(NodeType const& type) {
    if (type.nic.nic_of_gpu.empty()) return std::max(1, type.nic.count);
    return static_cast<int>(
        std::set<int>(type.nic.nic_of_gpu.begin(), type.nic.nic_of_gpu.end()).size());
}

/// What the devices of one group move in or out of their node together.
Bandwidth node_bandwidth(Group const& group, Network const& network) {
    double const own =
        std::max(1.0, static_cast<double>(group.per_node) * network.nics / network.devices);
    double const fair = static_cast<double>(network.nics) / group.sharing;
    return network.nic * std::min({own, fair, static_cast<double>(network.nics)});
}

/// On boards without a switch a device reaches its full rate only by using the links to all others.
Bandwidth device_bandwidth(int members_in_node, Network const& network) {
    if (network.pair.si() <= 0.0) return network.device;
    return std::min(network.device, network.pair * static_cast<double>(members_in_node - 1));
}

/// A reduce-scatter, or the all-gather that mirrors it, without the start.
Duration half_all_reduce(Bytes size, Group const& group, Network const& network) {
    CS_ENSURE(group.members >= 1 && group.per_node >= 1 && group.sharing >= 1,
              "a group has members");
    double const in_node = std::min(group.per_node, group.members);
    double const nodes = group.nodes();
    Duration time{};
    if (in_node > 1.0) {
        time += network.device_latency * (in_node - 1.0) +
                size * ((in_node - 1.0) / in_node) /
                    device_bandwidth(static_cast<int>(in_node), network);
    }
    if (nodes > 1.0) {
        time += network.nic_latency * (nodes - 1.0) +
                size * ((nodes - 1.0) / nodes) / node_bandwidth(group, network);
    }
    return time;
}

}  // namespace

Network network_of(NodeType const& type, FabricParameters const& fabric, int nodes, Spread spread) {
    Network network;
    network.device = type.link.per_device * type.link.achievable;
    if (type.link.kind == NodeLinkKind::nvlink_pairs ||
        type.link.kind == NodeLinkKind::nvlink_c2c) {
        network.pair = type.link.per_pair * type.link.achievable;
    }
    network.device_latency = type.link.latency;
    double const leaf = spread == Spread::scattered ? through(fabric.leaf_taper, 1.0) : 1.0;
    double const global = through(fabric.global_taper, crossing_share(fabric, nodes, spread));
    network.nic = type.nic.bandwidth * type.nic.achievable * std::min(leaf, global);
    network.nics = usable_nics(type);
    network.nic_latency = type.nic.latency;
    network.devices = std::max(1, type.gpus);
    return network;
}

Duration all_reduce(Bytes size, Group const& group, Network const& network) {
    if (group.members <= 1) return Duration{};
    return network.start + 2.0 * half_all_reduce(size, group, network);
}

Duration reduce_scatter(Bytes size, Group const& group, Network const& network) {
    if (group.members <= 1) return Duration{};
    return network.start + half_all_reduce(size, group, network);
}

Duration all_gather(Bytes size, Group const& group, Network const& network) {
    return reduce_scatter(size, group, network);
}

Duration send(Bytes size, bool same_node, int sharing, Network const& network) {
    if (same_node) {
        return network.start + network.device_latency + size / device_bandwidth(2, network);
    }
    return network.start + network.nic_latency + size / node_bandwidth({2, 1, sharing}, network);
}

Bandwidth all_reduce_bus_bandwidth(Bytes size, int members, Duration time) {
    return size * (2.0 * (members - 1) / members) / time;
}

}  // namespace clustersim
