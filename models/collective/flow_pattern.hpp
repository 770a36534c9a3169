// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.hpp"
#include "models/flow/flow_network.hpp"
#include "models/machine/node_type.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace clustersim {

/// The pairs of ports that exchange messages in one step of a collective; every message of a step
/// has the same size.
enum class FlowPattern {
    ring,        ///< all-reduce, reduce-scatter, all-gather, broadcast; send and receive
    tree,        ///< all-reduce over two complementary binary trees, both ways at once
    all_to_all,  ///< every node to every other
};

/// Devices that communicate with each other: their nodes, in the order of the ranks, and the ports by
/// which they leave a node, one channel per port.
struct PlacedGroup {
    std::vector<FabricNodeId> nodes;
    std::vector<std::uint32_t> ports;
};

/// The ports that serve the devices `first` to `first + count - 1` of a node, each once, in order; for
/// a node without accelerators, all ports.
std::vector<std::uint32_t> ports_of_devices(NodeType const& type, int first, int count);

/// Groups of `per_node` devices on every node of the list: each node's devices are split into as many
/// such groups as fit, all over the same nodes.
std::vector<PlacedGroup>
side_by_side(NodeType const& type, std::span<FabricNodeId const> nodes, int per_node);

/// The messages between nodes in one step. A group on one node sends none.
std::vector<EndpointPair>
messages_of(Fabric const& fabric, FlowPattern pattern, PlacedGroup const& group);

/// The messages of all groups, which take each step together.
std::vector<EndpointPair>
messages_of(Fabric const& fabric, FlowPattern pattern, std::span<PlacedGroup const> groups);

/// The parent of a node in the binary tree over nodes 0 to n - 1 whose leaves are the odd numbers; -1
/// for the root, node 0.
int tree_parent(int node, int n);

}  // namespace clustersim
