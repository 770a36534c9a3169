// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/allocation.hpp"
#include "sim/slurm/site/node_config.hpp"

#include <cstdint>

namespace clustersim::slurm {

/// How many cores of a node are wanted, and for tasks of how many cores.
struct CoreDemand {
    std::int32_t cores = 1;
    std::int32_t cores_per_task = 1;
    bool block = false;
};

/// Cores of one node in `allowed` (all if there are not enough). One core of each socket in turn,
/// lowest first; tasks of several cores fill one socket after the other and do not straddle two as
/// long as they fit whole; with `block` the smallest socket that has enough, else the largest first
/// (spec 6.11.2, observed).
CoreMask choose_cores(NodeRecord const& record, CoreMask const& allowed, CoreDemand const& demand);

}  // namespace clustersim::slurm
