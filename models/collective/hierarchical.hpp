// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/shape.hpp"

namespace clustersim {

/// Reduce-scatter in the node, a ring between the nodes for each device's part, all-gather in the node.
Shape hierarchical_all_reduce(Group const& group, Network const& network);
/// The first half of the above; also the time of an all-gather, which is its mirror image.
Shape hierarchical_reduce_scatter(Group const& group, Network const& network);

}  // namespace clustersim
