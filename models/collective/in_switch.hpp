// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/shape.hpp"

namespace clustersim {

/// An all-reduce that the node's switch computes; not possible without such a switch or with a single
/// device of the group in a node.
Shape in_switch_all_reduce(Group const& group, Network const& network);

}  // namespace clustersim
