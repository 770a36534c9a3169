// SPDX-License-Identifier: Apache-2.0
//
// Rings through all devices of all nodes.
//
// Equation. n devices on m nodes pass parts of S/n around in n-1 steps; an all-reduce goes around twice. Of
// n neighbours m are in different nodes, so the route of a part has (n-1) m/n hops of the network and (n-1)
// (n-m)/n steps in nodes. Each device sends (n-1)/n of S per round, and so does each node, over all its
// ports. A broadcast is a pipeline: S passes every wire once.
// Source. Patarasuk, Yuan, "Bandwidth optimal all-reduce algorithms for clusters of workstations", JPDC 69
// (2009) 117, doi:10.1016/j.jpdc.2008.09.002; Thakur, Rabenseifner, Gropp, "Optimization of collective
// communication operations in MPICH", IJHPCA 19 (2005) 49, doi:10.1177/1094342005051521.
// Domain. Rank order follows the nodes. Not valid if a device has a single neighbour.
#include "models/collective/ring.hpp"

namespace clustersim {
namespace {

Shape rounds(double times, double volume, Group const& group, Network const& network) {
    double const n = group.members;
    double const m = group.nodes();
    double const around = times * (n - 1.0);
    Shape shape;
    shape.kind = StepKind::ring;
    shape.hops = m > 1.0 ? around * m / n : 0.0;
    shape.parts = n;
    shape.steps = around - shape.hops;
    if (m > 1.0) {
        shape.nic_volume = volume;
        shape.nic = node_bandwidth(group, network, network.nic);
    }
    if (group.in_node() > 1) {
        shape.link_volume = volume;
        shape.link = network.ring(group.in_node());
        shape.possible = shape.link.si() > 0.0;
    }
    return shape;
}

}  // namespace

Shape ring_all_reduce(Group const& group, Network const& network) {
    double const n = group.members;
    return rounds(2.0, 2.0 * (n - 1.0) / n, group, network);
}

Shape ring_reduce_scatter(Group const& group, Network const& network) {
    double const n = group.members;
    return rounds(1.0, (n - 1.0) / n, group, network);
}

Shape ring_broadcast(Group const& group, Network const& network) {
    Shape shape = rounds(1.0, 1.0, group, network);
    shape.parts = 1.0;
    return shape;
}

}  // namespace clustersim
