// SPDX-License-Identifier: Apache-2.0
//
// The steps of collectives as messages between ports.
//
// Source. Rings: Patarasuk, Yuan, "Bandwidth optimal all-reduce algorithms" (2009), one ring per port
// as in rail-aligned libraries: a ring enters and leaves a node by the same port. Trees: Sanders,
// Speck, Traeff, "Two-tree algorithms for full bandwidth broadcast, reduction and scan" (2009): a node
// that is an inner node of one tree is a leaf of the other, so each tree carries half of the bytes.
// Domain. Large messages: all channels of a step are busy at the same time, and all messages have the
// same length.
#include "models/collective/flow_pattern.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace clustersim {
namespace {

using Messages = std::vector<EndpointPair>;

class Sender {
  public:
    Sender(Fabric const& fabric, PlacedGroup const& group, Messages& messages)
        : fabric_(fabric), group_(group), messages_(messages) {}

    /// One message per channel between two nodes of the group.
    void send(std::size_t from, std::size_t to) {
        for (std::uint32_t const port : group_.ports) {
            messages_.push_back({fabric_.endpoint_of(group_.nodes[from], port).value,
                                 fabric_.endpoint_of(group_.nodes[to], port).value});
        }
    }

  private:
    Fabric const& fabric_;
    PlacedGroup const& group_;
    Messages& messages_;
};

/// Both trees, up to the parents and down again.
void send_trees(Sender& sender, std::size_t n) {
    // The second tree is the first one mirrored, or, for an odd number of nodes, shifted by one.
    auto const second = [n](std::size_t node) {
        return n % 2 == 0 ? n - 1 - node : (node + 1) % n;
    };
    for (std::size_t node = 1; node < n; ++node) {
        auto const parent =
            static_cast<std::size_t>(tree_parent(static_cast<int>(node), static_cast<int>(n)));
        sender.send(node, parent);
        sender.send(parent, node);
        sender.send(second(node), second(parent));
        sender.send(second(parent), second(node));
    }
}

}  // namespace

int tree_parent(int node, int n) {
    if (node == 0) return -1;
    int const lowest = node & -node;
    int const up = (node ^ lowest) | (lowest << 1);
    return up < n ? up : node ^ lowest;
}

std::vector<std::uint32_t> ports_of_devices(NodeType const& type, int first, int count) {
    std::set<std::uint32_t> ports;
    if (type.nic.nic_of_gpu.empty()) {
        for (int nic = 0; nic < type.nic.count; ++nic)
            ports.insert(static_cast<std::uint32_t>(nic));
    } else {
        for (int device = first; device < first + count; ++device) {
            ports.insert(static_cast<std::uint32_t>(
                type.nic
                    .nic_of_gpu[static_cast<std::size_t>(device) % type.nic.nic_of_gpu.size()]));
        }
    }
    return {ports.begin(), ports.end()};
}

std::vector<PlacedGroup>
side_by_side(NodeType const& type, std::span<FabricNodeId const> nodes, int per_node) {
    CS_ENSURE(per_node >= 1, "a group has a device on each of its nodes");
    std::vector<PlacedGroup> groups;
    int const devices = std::max(1, type.gpus);
    for (int first = 0; first + per_node <= devices; first += per_node)
        groups.push_back({{nodes.begin(), nodes.end()}, ports_of_devices(type, first, per_node)});
    return groups;
}

std::vector<EndpointPair>
messages_of(Fabric const& fabric, FlowPattern pattern, PlacedGroup const& group) {
    Messages messages;
    std::size_t const n = group.nodes.size();
    if (n < 2) return messages;
    Sender sender(fabric, group, messages);
    switch (pattern) {
        case FlowPattern::ring:
            for (std::size_t node = 0; node < n; ++node) sender.send(node, (node + 1) % n);
            break;
        case FlowPattern::tree: send_trees(sender, n); break;
        case FlowPattern::all_to_all:
            // In the order of libraries, turn by turn: node i sends to i + 1, then to i + 2, …
            for (std::size_t turn = 1; turn < n; ++turn)
                for (std::size_t node = 0; node < n; ++node) sender.send(node, (node + turn) % n);
            break;
    }
    return messages;
}

std::vector<EndpointPair>
messages_of(Fabric const& fabric, FlowPattern pattern, std::span<PlacedGroup const> groups) {
    Messages all;
    for (PlacedGroup const& group : groups) {
        Messages const own = messages_of(fabric, pattern, group);
        all.insert(all.end(), own.begin(), own.end());
    }
    return all;
}

}  // namespace clustersim
