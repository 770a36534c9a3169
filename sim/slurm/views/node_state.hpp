// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/snapshot.hpp"

#include <cstdint>
#include <string>

namespace clustersim::slurm {

/// A node's state as sinfo prints it (spec 11.3.3, 11.3.4).
struct NodeStateText {
    std::int64_t rank = 0;  ///< sinfo lists higher ranks first
    std::string compact;    ///< "mix", "drng*"
    std::string full;       ///< "mixed", "draining*"
};

NodeStateText node_state(NodeView const& node);

/// The count of "allocated/idle/other" to which a node belongs.
enum class NodeUsage { allocated, idle, other };
NodeUsage node_usage(NodeView const& node);

/// CPUs of a node that are allocated, idle, or unavailable because it is down or drained.
struct CpuUse {
    std::int64_t allocated = 0, idle = 0, other = 0;
};
CpuUse cpu_use(NodeView const& node);

}  // namespace clustersim::slurm
