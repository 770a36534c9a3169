// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/shape.hpp"

namespace clustersim {

/// An all-reduce up and down two binary trees over the nodes, with a chain inside each node.
Shape tree_all_reduce(Group const& group, Network const& network);

/// Bytes that the busiest node sends over its ports, per byte reduced by a double binary tree.
double tree_volume(int nodes);
/// Levels of a binary tree below its root.
int tree_depth(int nodes);

}  // namespace clustersim
