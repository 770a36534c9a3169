// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/fabric_parameters.hpp"
#include "models/machine/node_type.hpp"
#include "sim/core/quantity.hpp"

namespace clustersim {

/// How the nodes of a job lie in the fabric: filled group by group, or anywhere in the machine.
enum class Spread { compact, scattered };

/// The levels of one machine as a communication library reaches them; built once per job.
struct Network {
    Bandwidth device{};  ///< one device to all its peers in the node, one direction, achieved
    Bandwidth pair{};    ///< between two devices that are wired directly; 0 through a switch
    Duration device_latency{};  ///< one step between two devices of a node
    Bandwidth nic{};            ///< one port, one direction, achieved, after the fabric's taper
    int nics = 0;               ///< ports of a node that devices can use
    Duration nic_latency{};     ///< one step between two nodes
    int devices = 1;            ///< of one node
    Duration start{};           ///< launching one collective from the host
};

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
};

/// Sums `size` bytes held by every member and leaves the result with every member.
Duration all_reduce(Bytes size, Group const& group, Network const& network);
/// Leaves the sum's 1/members part with each member; `size` is the whole buffer.
Duration reduce_scatter(Bytes size, Group const& group, Network const& network);
/// Gives every member the whole buffer of `size` bytes from parts of size/members.
Duration all_gather(Bytes size, Group const& group, Network const& network);
/// One message between two devices, in the node or between nodes; `sharing` as in Group.
Duration send(Bytes size, bool same_node, int sharing, Network const& network);

/// Bus bandwidth in the sense of nccl-tests: 2(n-1)/n of the all-reduce's algorithm bandwidth.
Bandwidth all_reduce_bus_bandwidth(Bytes size, int members, Duration time);

}  // namespace clustersim
