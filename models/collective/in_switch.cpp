// SPDX-License-Identifier: Apache-2.0
//
// Reduction in the switch of the node (NVLink SHARP, "NVLS"), a double binary tree between nodes.
//
// Equation. A device reads its part after reduction in the switch and writes it to all devices at once, so S
// passes its link once in each direction, whatever the number of devices: S over a share of the link's
// bandwidth, or the tree volume of the nodes over the ports, whichever is slower.
// Source. NCCL's NVLS and NVLSTree algorithms (its documentation of NCCL_ALGO and its tuning model); the
// rate of eight H100 is from NCCL's maintainers (nccl-tests issue 212: 275 GB/s reduced).
// Domain. All devices on one switch that reduces: Hopper and later with NVSwitch.
#include "models/collective/in_switch.hpp"

#include "models/collective/tree.hpp"

namespace clustersim {

Shape in_switch_all_reduce(Group const& group, Network const& network) {
    auto const& tuning = network.tuning.in_switch;
    Shape shape;
    shape.kind = StepKind::in_switch;
    shape.possible = tuning.has_value() && group.in_node() > 1;
    if (!shape.possible) return shape;
    shape.link_volume = 1.0;
    shape.link = network.link * tuning->share;
    if (group.nodes() > 1) {
        shape.hops = 2.0 * tree_depth(group.nodes());
        shape.nic_volume = tree_volume(group.nodes());
        shape.nic = node_bandwidth(group, network, network.nic);
    }
    return shape;
}

}  // namespace clustersim
