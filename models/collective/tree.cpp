// SPDX-License-Identifier: Apache-2.0
//
// Double binary tree between nodes, a chain or a balanced binary tree in each node.
//
// Equation. Each of two trees carries half of S up and down. Depth log2 m, chain g-1; both ways:
//   2 (g-1) steps and 2 ceil(log2 m) hops. RCCL's trees in the node are balanced (ROCm/rccl,
//   src/graph/rome_models.cc, treeBase): 2 ceil(log2 g) steps.
// An inner node of one tree is a leaf of the other, so with four and more nodes the busiest sends S/2 up and
// twice S/2 down in the one, and S/2 up in the other: 2 S. Of two nodes each is the root of one tree: S. Of
// three the middle one sends 1.5 S. A device inside the chain sends S up and S down.
// Source. Sanders, Speck, Traeff, "Two-tree algorithms for full bandwidth broadcast, reduction and scan",
// Parallel Computing 35 (2009) 581, doi:10.1016/j.parco.2009.09.001; NCCL's trees as described in its
// documentation and tuning model. Measured bus bandwidths of 2 to 5 nodes fall by these factors, 1 : 1.5 :
// 2 : 2.
// Domain. As many trees as ports; if the devices form no ring, one chain over single wires remains.
#include "models/collective/tree.hpp"

#include <bit>

namespace clustersim {

int tree_depth(int nodes) {
    return nodes <= 1 ? 0 : static_cast<int>(std::bit_width(static_cast<unsigned>(nodes - 1)));
}

double tree_volume(int nodes) {
    if (nodes <= 1) return 0.0;
    if (nodes == 2) return 1.0;
    return nodes == 3 ? 1.5 : 2.0;
}

Shape tree_all_reduce(Group const& group, Network const& network) {
    int const nodes = group.nodes();
    int const in_node = group.in_node();
    Shape shape;
    shape.kind = StepKind::tree;
    shape.steps = 2.0 * (network.tuning.balanced_trees ? tree_depth(in_node) : in_node - 1);
    shape.hops = 2.0 * tree_depth(nodes);
    shape.overlap = network.tuning.tree_overlap;
    if (nodes > 1) {
        shape.nic_volume = tree_volume(nodes);
        shape.nic = node_bandwidth(group, network, network.nic);
    }
    if (in_node > 1) {
        shape.link_volume = 2.0;
        shape.link = network.ring(in_node);
        if (shape.link.si() <= 0.0) shape.link = 2.0 * network.chain;
    }
    return shape;
}

}  // namespace clustersim
