// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/plan.hpp"
#include "models/collective/flow_pattern.hpp"
#include "models/machine/node_type.hpp"

#include <span>
#include <vector>

namespace clustersim {

/// The groups that reduce a plan's gradients, on given nodes: ranks fill node after node, tensor
/// innermost, then data, then pipeline, as training frameworks order them. Groups on one node are left
/// out because they do not use the network. Of `linked` nodes in turn, which links of their own join, the first with a
/// member sends for all. Requires as many nodes as the plan's devices fill.
std::vector<PlacedGroup> data_groups(NodeType const& type,
                                     Plan const& plan,
                                     std::span<FabricNodeId const> nodes,
                                     int linked = 1);

}  // namespace clustersim
