// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/node_use.hpp"
#include "sim/slurm/select/resource_request.hpp"
#include "sim/slurm/select/select_scratch.hpp"

#include <cstdint>

namespace clustersim::slurm {

/// Everything that an offer depends on, except the node.
struct Market {
    Site const& site;
    SelectScratch& scratch;
    NodeUse const& use;
    ResourceRequest const& request;
    std::int32_t usable = 0;          ///< number of nodes in `scratch.usable`
    RowLimits const* rows = nullptr;  ///< jobs whose cores count as taken; null: all jobs (spec
                                      ///< 6.4.4)
    bool ignore_use = false;          ///< assume an empty cluster
    bool near_devices = true;         ///< only devices whose socket has free cores (spec 6.10.8)
    bool all_cores = false;           ///< assume that all cores are free, but not memory and
                                      ///< devices
};

/// Free memory of a node, as far as memory is counted.
std::int64_t memory_free_mb(Market const& market, std::int32_t node);

}  // namespace clustersim::slurm
