// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

#include <string>

namespace clustersim {

enum class FabricKind { single_switch, fat_tree, dragonfly, dragonfly_plus, ethernet };

/// The parameters that models/fabric builds its graph from. Zero means "does not apply".
struct FabricParameters {
    std::string name;
    FabricKind kind = FabricKind::single_switch;
    int groups = 0;  ///< dragonfly groups or fat-tree islands
    int nodes_per_group = 0;
    int leaves_per_group = 0;
    int spines_per_group = 0;
    int links_per_group_pair = 0;
    Bandwidth link{};           ///< switch to switch, one direction
    double leaf_taper = 1.0;    ///< down over up bandwidth of a leaf
    double global_taper = 1.0;  ///< injection over bandwidth leaving a group or island
    Duration switch_latency{};
};

}  // namespace clustersim
