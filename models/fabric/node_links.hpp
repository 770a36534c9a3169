// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/node_type.hpp"
#include "sim/core/quantity.hpp"

#include <span>
#include <vector>

namespace clustersim {

/// The way from one device of a node to another.
struct DevicePath {
    Bandwidth bandwidth{};  ///< one direction, nobody else sending; zero from a device to itself
    Duration latency{};
    int hops = 0;    ///< wires passed: 1 direct or through one switch, 2 relayed or over the host
    int relay = -1;  ///< the device that passes it on, -1 when none does
};

/// How the accelerators of one node are wired to each other and to the node's ports.
class NodeLinks {
  public:
    /// Requires a node type that passed the checks of its system.
    explicit NodeLinks(NodeType const& type);

    [[nodiscard]] int devices() const { return devices_; }
    [[nodiscard]] NodeLinkKind kind() const { return kind_; }
    [[nodiscard]] DevicePath const& between(int from, int to) const {
        return paths_[static_cast<std::size_t>(from * devices_ + to)];
    }
    /// Wires of their own between two devices, in the link's unit; 0 when relayed or switched.
    [[nodiscard]] int wires(int from, int to) const {
        return wires_[static_cast<std::size_t>(from * devices_ + to)];
    }
    /// Through a switch or the host, devices share only their own ports.
    [[nodiscard]] bool switched() const { return switched_; }
    /// What one device sends to all others together, one direction.
    [[nodiscard]] Bandwidth per_device() const { return per_device_; }

    /// The NIC that serves a device; -1 in a node without NIC map.
    [[nodiscard]] int nic_of(int device) const;
    /// The devices that share a NIC, in order.
    [[nodiscard]] std::vector<int> devices_of_nic(int nic) const;

    /// What rings over the given devices carry together, one direction: as many rings as their wires
    /// form, each wire in one ring only; through a switch one device's own bandwidth. All: `{}`.
    [[nodiscard]] Bandwidth ring_bandwidth(std::span<int const> members = {}) const;

    /// The order of the members in the widest single ring (ties: the lexicographically first).
    [[nodiscard]] std::vector<int> ring_order(std::span<int const> members = {}) const;

  private:
    int devices_ = 0;
    NodeLinkKind kind_ = NodeLinkKind::none;
    bool switched_ = false;
    Bandwidth per_device_{};
    Bandwidth per_wire_{};
    std::vector<DevicePath> paths_;
    std::vector<int> wires_;
    std::vector<int> nic_of_device_;
};

}  // namespace clustersim
