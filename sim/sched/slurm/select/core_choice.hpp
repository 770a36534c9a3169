// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/sched/slurm/select/allocation.hpp"
#include "sim/sched/slurm/site/node_config.hpp"

#include <cstdint>

namespace clustersim::slurm {

/// `count` of the cores of one node in `allowed` (all if there are fewer): one of each socket in
/// turn, lowest first; or with `block` the smallest socket that has enough, else the largest first
/// (spec 6.11.2).
CoreMask
choose_cores(NodeRecord const& record, CoreMask const& allowed, std::int32_t count, bool block);

}  // namespace clustersim::slurm
