// SPDX-License-Identifier: Apache-2.0
//
// Hierarchical collectives: phases that follow each other.
//
// Equation. g devices in each of m nodes: g-1 steps with (g-1)/g of S in the node, m-1 hops with (m-1)/m of S
// over the node's ports (S/g for each device); an all-reduce does both twice.
// Source. Thakur, Rabenseifner, Gropp (2005), section 4, applied to two levels; the two-dimensional and
// hierarchical modes of training frameworks work this way.
// Domain. Libraries do not choose it by themselves; callers that shard within the node do.
#include "models/collective/hierarchical.hpp"

namespace clustersim {
namespace {

Shape phases(double times, Group const& group, Network const& network) {
    double const g = group.in_node();
    double const m = group.nodes();
    Shape shape;
    shape.kind = StepKind::ring;
    shape.overlap = 0.0;
    shape.steps = times * (g - 1.0);
    shape.hops = times * (m - 1.0);
    shape.parts = g * m;
    if (g > 1.0) {
        shape.link_volume = times * (g - 1.0) / g;
        shape.link = network.ring(group.in_node());
        shape.possible = shape.link.si() > 0.0;
    }
    if (m > 1.0) {
        shape.nic_volume = times * (m - 1.0) / m;
        shape.nic = node_bandwidth(group, network, network.nic);
    }
    return shape;
}

}  // namespace

Shape hierarchical_all_reduce(Group const& group, Network const& network) {
    return phases(2.0, group, network);
}

Shape hierarchical_reduce_scatter(Group const& group, Network const& network) {
    return phases(1.0, group, network);
}

}  // namespace clustersim
