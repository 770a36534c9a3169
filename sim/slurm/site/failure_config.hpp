// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// Failures of single nodes, which are independent of each other. A node is up for an exponential time and then down
/// for an exponential time. Slurm has no such parameters: they describe the hardware, not the configuration.
struct NodeFailures {
    Seconds
        node_mtbf;  ///< mean time between failures of one node, which is up at the start; 0: no failures
    Seconds mttr;   ///< mean time to repair: from the failure until the node is back in service
    Instant start;  ///< no node fails before

    [[nodiscard]] bool any() const { return node_mtbf > Seconds{}; }

    friend bool operator==(NodeFailures const&, NodeFailures const&) = default;
};

/// A given time in which nodes are down, as after a failure of their power or cooling.
struct Outage {
    std::string name;
    Instant start;
    Seconds duration;
    std::vector<std::int32_t> nodes;  ///< ascending; none: all of `partition`
    std::string partition;            ///< empty: the whole machine, if `nodes` is empty, too

    friend bool operator==(Outage const&, Outage const&) = default;
};

}  // namespace clustersim::slurm
