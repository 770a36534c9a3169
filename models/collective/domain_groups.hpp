// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/flow_pattern.hpp"
#include "models/collective/network.hpp"

#include <span>
#include <vector>

namespace clustersim {

/// Groups of a collective on its nodes, in the order of the ranks, `group.sharing` of them on the same nodes. Where links of
/// their own join several nodes (group.per_node is of these), each node sends to those in the same place of the other
/// domains.
std::vector<PlacedGroup>
domain_groups(NodeType const& type, std::span<FabricNodeId const> nodes, Group const& group);

}  // namespace clustersim
