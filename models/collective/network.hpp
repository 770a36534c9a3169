// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/collective_tuning.hpp"
#include "models/machine/fabric_parameters.hpp"
#include "models/machine/node_type.hpp"
#include "sim/core/quantity.hpp"

#include <array>
#include <cstddef>
#include <span>

namespace clustersim {

/// Placement of a job's nodes in the fabric: filled group by group, or anywhere in the machine.
enum class Spread { compact, scattered };

/// Load on one level of units (leaves, groups) if each node of a placement sends to every other.
struct PairCrossing {
    double mean = 0.0;  ///< share of pairs whose nodes are in different units
    double load = 0.0;  ///< most traffic that leaves a unit, over the injection of a full unit
};

/// Load of a placement's nodes on the levels above their ports.
struct FabricSpan {
    int nodes = 1;
    double leaf_crossing = 0.0;   ///< share of neighbouring nodes under different leaf switches
    double group_crossing = 0.0;  ///< share of neighbouring nodes in different groups
    PairCrossing leaf_pairs;
    PairCrossing group_pairs;
};

/// The span of `nodes` nodes of a type, placed by `spread`.
FabricSpan span_of(NodeType const& type, FabricParameters const& fabric, int nodes, Spread spread);
/// The span of given nodes of a type, numbered through the fabric group by group; neighbours are in the
/// order of the list, like the ranks of a ring. Each node occurs once.
FabricSpan
span_of(NodeType const& type, FabricParameters const& fabric, std::span<int const> nodes);

/// The levels of one machine as used by a communication library; built once per job. It holds
/// everything that the closed forms need, so that evaluating one allocates nothing and looks nothing
/// up.
struct Network {
    static constexpr std::size_t device_limit = 64;
    /// Achieved bandwidth, in one direction, of rings over the first n devices of a node, at index n -
    /// 1; 0 if the devices form no ring (one has a single neighbour). For more devices than the table
    /// has, its last entry.
    std::array<Bandwidth, device_limit> rings{};
    Bandwidth chain{};   ///< the same for a chain if there is no ring: one wire
    Bandwidth device{};  ///< one device to all its peers in the node, one direction, achieved
    Bandwidth pair{};    ///< one device to one peer, achieved
    Duration device_latency{};  ///< one small step between two devices of a node
    Bandwidth nic{};            ///< one port, one direction, achieved, after the fabric's taper
    Bandwidth nic_send{};       ///< the same for a single message
    int nics = 0;               ///< ports of a node that its devices can use
    Duration nic_latency{};     ///< one small step between two nodes
    double pairs_share = 1.0;   ///< of `nic`, if every node sends to every other
    Duration pairs_latency{};   ///< latency added in that case to `nic_latency` for each step
    int devices = 1;            ///< of one node, or of a domain of nodes with common links
    Bandwidth link{};       ///< data-sheet bandwidth of one device, for reductions in the switch
    Bandwidth pair_line{};  ///< data-sheet bandwidth of two devices
    Bandwidth nic_line{};   ///< data-sheet bandwidth of one port
    Carrier carrier;
    Duration
        carrier_latency{};  ///< latency of the carrier in addition to `nic_latency`; may be below zero
    CollectiveTuning tuning;

    [[nodiscard]] Bandwidth ring(int devices_of_group) const;
};

Network network_of(NodeType const& type, FabricParameters const& fabric, FabricSpan const& span);
/// The network of `nodes` nodes of one type. Crossing groups of the fabric reduces bandwidth if the
/// traffic that leaves a group exceeds the capacity of the group's tapered links.
Network network_of(NodeType const& type,
                   FabricParameters const& fabric,
                   int nodes,
                   Spread spread = Spread::compact);

/// The devices of one collective, and the number of its groups in a node that communicate at the
/// same time.
struct Group {
    int members = 1;   ///< devices in the group
    int per_node = 1;  ///< of these in one node; members is a multiple of it
    int sharing = 1;   ///< groups of a node that use its ports at the same time
    [[nodiscard]] int nodes() const { return (members + per_node - 1) / per_node; }
    /// Members in one node, also for a group smaller than `per_node`.
    [[nodiscard]] int in_node() const { return per_node < members ? per_node : members; }
};

/// Bandwidth of one node's ports for one of the groups that share them.
Bandwidth node_bandwidth(Group const& group, Network const& network, Bandwidth port);

}  // namespace clustersim
