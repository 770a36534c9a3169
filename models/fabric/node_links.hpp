// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/node_type.hpp"
#include "sim/core/quantity.hpp"

#include <span>
#include <vector>

namespace clustersim {

/// The route from one device of a node to another.
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
    /// Wires of their own between two devices; 0 when relayed or switched.
    [[nodiscard]] int wires(int from, int to) const {
        return wires_[static_cast<std::size_t>(from * devices_ + to)];
    }
    /// Through a switch or the host, devices share only their own ports.
    [[nodiscard]] bool switched() const { return switched_; }
    /// What one device sends to all others together, one direction.
    [[nodiscard]] Bandwidth per_device() const { return per_device_; }

    /// Between a device and its CPU, one direction; zero where the node type does not say.
    [[nodiscard]] Bandwidth host() const { return host_; }

    /// The NIC that serves a device; -1 in a node without NIC map.
    [[nodiscard]] int nic_of(int device) const;

    /// Rings over the given devices, each direction counted, that share no wire: through a switch or where
    /// all pairs have wires as many as a device has neighbours among them; 0 where none closes without a
    /// relay. All devices: `{}`.
    [[nodiscard]] int ring_count(std::span<int const> members = {}) const;

    /// What each of the given devices sends around rings over them all: through a switch its own
    /// bandwidth; where all pairs have wires, those to the other members; where wires differ, one
    /// wire for each direction of each of rings(). All devices: `{}`.
    [[nodiscard]] Bandwidth ring_bandwidth(std::span<int const> members = {}) const;

    /// The rings behind ring_bandwidth, each an order of the members and used in both directions:
    /// as many as the wires allow, no wire in two of them. One ring in the given order where devices
    /// reach all others alike, or where no ring closes without a relay.
    [[nodiscard]] std::vector<std::vector<int>> rings(std::span<int const> members = {}) const;

  private:
    [[nodiscard]] DevicePath find_path(int from, int to, Duration latency) const;

    int devices_ = 0;
    NodeLinkKind kind_ = NodeLinkKind::none;
    bool switched_ = false;
    Bandwidth per_device_{};
    Bandwidth per_wire_{};
    Bandwidth host_{};
    bool uneven_ = false;  ///< the node type counts its wires
    std::vector<DevicePath> paths_;
    std::vector<int> wires_;
    std::vector<int> nic_of_device_;
};

}  // namespace clustersim
