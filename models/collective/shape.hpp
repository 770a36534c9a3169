// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/network.hpp"
#include "sim/core/quantity.hpp"

namespace clustersim {

enum class StepKind { ring, tree, in_switch };

/// Work and waits of an algorithm per byte: all that differs between algorithms.
struct Shape {
    StepKind kind = StepKind::ring;
    double steps = 0.0;        ///< sequential steps between two devices of a node
    double hops = 0.0;         ///< sequential hops between two nodes
    double link_volume = 0.0;  ///< bytes that a device sends in its node, per byte of the message
    double nic_volume = 0.0;   ///< bytes that a node's ports send for the group, per byte
    Bandwidth link{};          ///< bandwidth for link_volume
    Bandwidth nic{};           ///< bandwidth for nic_volume
    Duration further{};        ///< latency of each hop in addition to that of a ring's neighbours
    double overlap = 1.0;      ///< share of the shorter of the two times that the longer hides
    bool possible = true;      ///< false: the devices are not wired for it
    double parts = 1.0;        ///< into which the message is cut, one of which travels at a time
};

/// T = start + steps a_d r_d + hops a_n r_n + ramp + max(t_d, t_n) + (1 - overlap) min(t_d, t_n) with
/// t_d = link_volume S / (share B_d), t_n = nic_volume S / (share B_n); the r and shares are the
/// protocol's. Grows with `size`. In-switch reduction uses the Simple protocol only.
/// This is what a library believes: its constants are made for verbs.
Duration time_of(Shape const& shape, Bytes size, Protocol protocol, Network const& network);
/// The same with what the carrier adds between nodes (network.carrier).
Duration carried_time(Shape const& shape, Bytes size, Protocol protocol, Network const& network);
/// Whether the library uses the protocol for this shape over the carrier.
bool offered(Shape const& shape, Protocol protocol, Network const& network);

}  // namespace clustersim
