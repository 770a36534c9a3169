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

/// How the nodes of a job lie in the fabric: filled group by group, or anywhere in the machine.
enum class Spread { compact, scattered };

/// What messages from each node of a placement to every other ask of one level of units (leaves, groups).
struct PairCrossing {
    double mean = 0.0;  ///< share of the pairs that lie in different units
    double load = 0.0;  ///< most that leaves a unit, over what the unit would inject were it full
};

/// What a placement's nodes ask of the levels above their ports.
struct FabricSpan {
    int nodes = 1;
    double leaf_crossing = 0.0;   ///< share of neighbouring nodes under different leaf switches
    double group_crossing = 0.0;  ///< share of neighbouring nodes in different groups
    PairCrossing leaf_pairs;
    PairCrossing group_pairs;
};

/// The span of `nodes` nodes of a type laid as `spread` says.
FabricSpan span_of(NodeType const& type, FabricParameters const& fabric, int nodes, Spread spread);
/// The span of given nodes of a type, counted through the fabric group by group, with neighbours in the
/// order of the list as the ranks of a ring have them. Without repetitions.
FabricSpan
span_of(NodeType const& type, FabricParameters const& fabric, std::span<int const> nodes);

/// The levels of one machine as a communication library reaches them; built once per job. Everything
/// a closed form needs, so that evaluating one allocates nothing and looks nothing up.
struct Network {
    static constexpr std::size_t device_limit = 64;
    /// What rings over the first n devices of a node carry, one direction, achieved, at n - 1; 0 where
    /// the devices form no ring (one hangs on a single neighbour). More devices than the table: its end.
    std::array<Bandwidth, device_limit> rings{};
    Bandwidth chain{};   ///< the same of a chain where there is no ring: one wire
    Bandwidth device{};  ///< one device to all its peers in the node, one direction, achieved
    Bandwidth pair{};    ///< one device to one peer, achieved
    Duration device_latency{};  ///< one small step between two devices of a node
    Bandwidth nic{};            ///< one port, one direction, achieved, after the fabric's taper
    Bandwidth nic_send{};       ///< likewise for a single message
    int nics = 0;               ///< ports of a node that devices can use
    Duration nic_latency{};     ///< one small step between two nodes
    double pairs_share = 1.0;   ///< of `nic`, when every node sends to every other
    Duration pairs_latency{};   ///< then more for a step than `nic_latency`
    int devices = 1;            ///< of one node
    Bandwidth link{};           ///< one device's data-sheet bandwidth, for reductions in the switch
    CollectiveTuning tuning;

    [[nodiscard]] Bandwidth ring(int devices_of_group) const;
};

Network network_of(NodeType const& type, FabricParameters const& fabric, FabricSpan const& span);
/// The network of `nodes` nodes of one type. Crossing groups of the fabric costs bandwidth where
/// the traffic that leaves a group exceeds what the group's tapered links carry.
Network network_of(NodeType const& type,
                   FabricParameters const& fabric,
                   int nodes,
                   Spread spread = Spread::compact);

/// The devices of one collective, and how many such groups of a node communicate at the same time.
struct Group {
    int members = 1;   ///< devices in the group
    int per_node = 1;  ///< of them in one node; members is a multiple of it
    int sharing = 1;   ///< groups of a node that use its ports at once
    [[nodiscard]] int nodes() const { return (members + per_node - 1) / per_node; }
    /// Members in one node, also of a group smaller than `per_node`.
    [[nodiscard]] int in_node() const { return per_node < members ? per_node : members; }
};

/// What the ports of one node carry for one of the groups that share them.
Bandwidth node_bandwidth(Group const& group, Network const& network, Bandwidth port);

}  // namespace clustersim
