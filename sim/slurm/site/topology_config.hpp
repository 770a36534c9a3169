// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// A line of topology.conf: a leaf holds nodes, any other switch holds switches (spec 12.5).
struct Switch {
    std::string name;
    std::vector<std::int32_t> nodes;     ///< node indices of a leaf
    std::vector<std::int32_t> switches;  ///< indices into Site::switches of the switches below

    friend bool operator==(Switch const&, Switch const&) = default;
};

enum class TopologyPlugin { none, tree };

}  // namespace clustersim::slurm
