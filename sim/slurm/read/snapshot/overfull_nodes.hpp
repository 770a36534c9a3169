// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/queue_now.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <unordered_set>

namespace clustersim::slurm {

/// A sentence on nodes where two running jobs hold the same core, or all together more memory than there is; empty without any.
/// Jobs that share by OverSubscribe or take turns (gang scheduling, suspended ones) may do so.
std::string overfull_nodes(std::span<QueuedJob const> jobs,
                           Site const& site,
                           std::unordered_set<std::int64_t> const& suspended);

}  // namespace clustersim::slurm
