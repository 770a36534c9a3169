// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/collective.hpp"

namespace clustersim {

inline NodeLink
link_of(NodeLinkKind kind, Bandwidth device, Bandwidth pair, Duration latency, double achievable) {
    NodeLink link;
    link.kind = kind;
    link.per_device = device;
    link.per_pair = pair;
    link.latency = latency;
    link.achievable = achievable;
    return link;
}

/// Four devices and four ports with round rates: 100 GB/s in the node, 10 GB/s per port, steps of 2 and 5
/// us. Its library has one protocol without start-up time and with a factor of 1 for every step.
inline NodeType simple_node() {
    using namespace literals;
    NodeType type;
    type.gpus = 4;
    type.link = link_of(NodeLinkKind::nvswitch, 200.0_GBps, 200.0_GBps, 2.0_us, 0.5);
    type.nic = {4, 20.0_GBps, 5.0_us, 0.5, {0, 1, 2, 3}};
    for (ProtocolTuning& protocol : type.collectives.protocols)
        protocol = {Duration{}, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
    return type;
}

inline Network simple_network(int nodes = 2) {
    return network_of(simple_node(), FabricParameters{}, nodes);
}

inline double us(Duration time) {
    return time.si() * 1e6;
}

inline double timed(Shape const& shape, Bytes size, Network const& network) {
    return us(time_of(shape, size, Protocol::simple, network));
}

}  // namespace clustersim
