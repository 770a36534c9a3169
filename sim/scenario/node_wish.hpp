// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/node_type.hpp"

#include <string>

namespace clustersim {

/// The nodes that a run without a partition wants.
struct NodeWish {
    NodeType like;
    std::string of;  ///< their origin, in words: "partition standard of lumi"
};

}  // namespace clustersim
