// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/network.hpp"
#include "sim/core/quantity.hpp"

namespace clustersim {

enum class StepKind { ring, tree, in_switch };

/// What an algorithm does with one byte and how often it waits: all that differs between algorithms.
struct Shape {
    StepKind kind = StepKind::ring;
    double steps = 0.0;        ///< one after the other, between two devices of a node
    double hops = 0.0;         ///< one after the other, between two nodes
    double link_volume = 0.0;  ///< bytes that a device sends in its node, per byte of the message
    double nic_volume = 0.0;   ///< bytes that a node's ports send for the group, per byte
    Bandwidth link{};          ///< what carries the one
    Bandwidth nic{};           ///< and the other
    Duration further{};        ///< more for each hop than a ring's neighbours need
    double overlap = 1.0;      ///< share of the shorter of the two that the longer hides
    bool possible = true;      ///< false: the devices are not wired for it
};

/// T = start + steps a_d r_d + hops a_n r_n + ramp + max(t_d, t_n) + (1 - overlap) min(t_d, t_n)
/// with t_d = link_volume S / (share B_d), t_n = nic_volume S / (share B_n); the r and shares are the
/// protocol's. Grows with `size`. In-switch reduction knows the Simple protocol only.
Duration time_of(Shape const& shape, Bytes size, Protocol protocol, Network const& network);

}  // namespace clustersim
