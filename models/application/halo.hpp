// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/network.hpp"
#include "sim/core/quantity.hpp"

#include <array>

namespace clustersim {

/// A cubic problem cut into blocks along its three axes.
using BlockGrid = std::array<int, 3>;

/// The cut into `blocks` blocks with the smallest surface, the finest axis first.
BlockGrid block_grid(int blocks);

/// One exchange of the faces between neighbouring blocks. `plane` is the data of one plane through the whole
/// problem; boundaries are periodic. A node holds a block of `processes` smaller ones.
Duration halo_time(Bytes plane, int nodes, int processes, Network const& network);

}  // namespace clustersim
