// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/shape.hpp"

namespace clustersim {

/// An all-reduce computed by the node's switch; not possible without this kind of switch, or if the
/// group has only one device in each node.
Shape in_switch_all_reduce(Group const& group, Network const& network);

}  // namespace clustersim
