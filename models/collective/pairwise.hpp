// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/shape.hpp"

namespace clustersim {

/// Every member sends S/n to each other member at the same time; `size` is one member's buffer S.
Shape pairwise_all_to_all(Group const& group, Network const& network);

/// One message between two devices, in the node or between nodes, if `sharing` devices of the node send
/// through its ports at the same time.
Shape message(bool same_node, int sharing, Network const& network);

}  // namespace clustersim
