// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/shape.hpp"

namespace clustersim {

Shape ring_all_reduce(Group const& group, Network const& network);
/// Also the time of an all-gather, which is its mirror image.
Shape ring_reduce_scatter(Group const& group, Network const& network);
Shape ring_broadcast(Group const& group, Network const& network);

}  // namespace clustersim
