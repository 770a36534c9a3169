// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/node_type.hpp"
#include "sim/core/quantity.hpp"

#include <span>
#include <vector>

namespace clustersim {

/// The route from one device of a node to another.
struct DevicePath {
    Bandwidth bandwidth{};  ///< one direction, without other traffic; zero from a device to itself
    Duration latency{};
    int hops =
        0;  ///< wires on the route: 1 direct or through one switch, 2 relayed or over the host
    int relay = -1;  ///< the device that relays it, -1 if none
};

/// The wires between the accelerators of one node and to the node's ports.
class NodeLinks {
  public:
    /// Requires a node type that passed the checks of its system.
    explicit NodeLinks(NodeType const& type);

    [[nodiscard]] int devices() const { return devices_; }
    [[nodiscard]] NodeLinkKind kind() const { return kind_; }
    [[nodiscard]] DevicePath const& between(int from, int to) const {
        return paths_[pair(from, to)];
    }
    /// Wires that directly join two devices; 0 if relayed or switched.
    [[nodiscard]] int wires(int from, int to) const { return wires_[pair(from, to)]; }
    /// Through a switch or the host, devices share only their own ports.
    [[nodiscard]] bool switched() const { return switched_; }
    /// Bandwidth of one device to all others together, one direction.
    [[nodiscard]] Bandwidth per_device() const { return per_device_; }

    /// Between a device and its CPU, one direction; zero if the node type does not give it.
    [[nodiscard]] Bandwidth host() const { return host_; }

    /// The NIC that serves a device; -1 in a node without a map of NICs.
    [[nodiscard]] int nic_of(int device) const;

    /// Number of rings over the given devices that share no wire, each direction counted. Through a
    /// switch, or if all pairs have wires: as many as a device has neighbours among them. 0 if no ring
    /// closes without a relay. All devices: `{}`.
    [[nodiscard]] int ring_count(std::span<int const> members = {}) const;

    /// Bandwidth that each of the given devices sends around rings over all of them: through a
    /// switch its own bandwidth; if all pairs have wires, the wires to the other members; if wires
    /// differ, one wire for each direction of each of rings(). All devices: `{}`.
    [[nodiscard]] Bandwidth ring_bandwidth(std::span<int const> members = {}) const;

    /// The rings counted by ring_bandwidth, each an order of the members that is used in both
    /// directions: as many as the wires allow, without a common wire. One ring in the given order if
    /// devices reach all others alike, or if no ring closes without a relay.
    [[nodiscard]] std::vector<std::vector<int>> rings(std::span<int const> members = {}) const;

  private:
    /// The place of a pair of devices in matrices over the devices.
    [[nodiscard]] std::size_t pair(int from, int to) const {
        return static_cast<std::size_t>(from) * static_cast<std::size_t>(devices_) +
               static_cast<std::size_t>(to);
    }
    [[nodiscard]] DevicePath find_path(int from, int to, Duration latency) const;

    int devices_ = 0;
    NodeLinkKind kind_ = NodeLinkKind::none;
    bool switched_ = false;
    Bandwidth per_device_{};
    Bandwidth per_wire_{};
    Bandwidth host_{};
    bool uneven_ = false;  ///< whether the node type counts its wires
    std::vector<DevicePath> paths_;
    std::vector<int> wires_;
    std::vector<int> nic_of_device_;
};

}  // namespace clustersim
