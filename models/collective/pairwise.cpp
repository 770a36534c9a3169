// SPDX-License-Identifier: Apache-2.0
//
// Messages between pairs: all-to-all, send and receive.
//
// Equation. Of a member's buffer S, (g-1)/n stays in the node on the member's own links, and the node's g
// members send g (n-g)/n of S through its ports. A device sends eight messages at the same time, so the last
// starts after (n-1)/8 others. A single message: one step or hop, S over one wire bundle or one port.
// Source. Bruck et al., "Efficient algorithms for all-to-all communications", IEEE TPDS 8 (1997) 1143, the
// pairwise case; NCCL's documentation of point-to-point operations (eight channels at once).
// Domain. Uncongested fabrics; use the flow models for permutation traffic inside the fabric.
#include "models/collective/pairwise.hpp"

#include <cmath>

namespace clustersim {

Shape pairwise_all_to_all(Group const& group, Network const& network) {
    constexpr double at_once = 8.0;
    double const n = group.members;
    double const g = group.in_node();
    Shape shape;
    shape.steps = std::ceil((g - 1.0) / at_once);
    shape.hops = std::ceil((n - g) / at_once);
    shape.parts = n;
    if (g > 1.0) {
        shape.link_volume = (g - 1.0) / n;
        shape.link = network.device;
    }
    if (n > g) {
        shape.nic_volume = g * (n - g) / n;
        shape.nic = node_bandwidth(group, network, network.nic * network.pairs_share);
        shape.further = network.pairs_latency;
    }
    return shape;
}

Shape message(bool same_node, int sharing, Network const& network) {
    Shape shape;
    if (same_node) {
        shape.steps = 1.0;
        shape.link_volume = 1.0;
        shape.link = network.pair;
        shape.possible = shape.link.si() > 0.0;
        if (!shape.possible) {  // relayed by another device
            shape.possible = true;
            shape.steps = 2.0;
            shape.link = network.chain;
        }
        return shape;
    }
    shape.hops = 1.0;
    shape.nic_volume = 1.0;
    shape.nic = node_bandwidth({2, 1, sharing}, network, network.nic_send);
    return shape;
}

}  // namespace clustersim
