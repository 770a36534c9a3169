// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/shape.hpp"

namespace clustersim {

/// Every member sends its own S/n to each other one at the same time; `size` is one member's buffer.
Shape pairwise_all_to_all(Group const& group, Network const& network);

/// One message between two devices, in the node or between nodes, while `sharing` devices of the node send
/// so through its ports.
Shape message(bool same_node, int sharing, Network const& network);

}  // namespace clustersim
