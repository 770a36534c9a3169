// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace clustersim {

/// The part of a cluster that a study observes.
struct WatchedPartition {
    std::string name;
    bool counts_nodes = true;  ///< else it counts accelerators
};

}  // namespace clustersim
