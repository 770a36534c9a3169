// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/allocation.hpp"
#include "sim/slurm/site/node_config.hpp"

#include <cstdint>

namespace clustersim::slurm {

/// Number of cores wanted on a node, and cores per task.
struct CoreDemand {
    std::int32_t cores = 1;
    std::int32_t cores_per_task = 1;
    bool block = false;
};

/// Chooses cores of one node from `allowed` (all if there are not enough): one core of each socket
/// in turn, lowest first. Tasks of several cores fill one socket after the other and are not split
/// across sockets while they fit whole. With `block`: the smallest socket that has enough, else the
/// largest first (spec 6.11.2, observed).
CoreMask choose_cores(NodeRecord const& record, CoreMask const& allowed, CoreDemand const& demand);

}  // namespace clustersim::slurm
