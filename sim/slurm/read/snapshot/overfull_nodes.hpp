// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/queue_now.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <unordered_set>

namespace clustersim::slurm {

/// A sentence on nodes where two running jobs hold the same core, or all jobs together hold more
/// memory than there is; empty if there are none. Jobs that share by OverSubscribe or take turns
/// (gang scheduling, suspended ones) may do so.
std::string overfull_nodes(std::span<QueuedJob const> jobs,
                           Site const& site,
                           std::unordered_set<std::int64_t> const& suspended);

}  // namespace clustersim::slurm
