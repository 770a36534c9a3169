// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/diff/diff_side.hpp"

#include <span>
#include <vector>

namespace clustersim {

/// How one machine was used over a span.
struct MachineUse {
    double capacity = 0.0;    ///< CPU-seconds of all nodes
    double busy = 0.0;        ///< CPU-seconds of allocated CPUs
    double lost = 0.0;        ///< CPU-seconds that were idle although waiting jobs wanted them
    double busy_nodes = 0.0;  ///< node-seconds of nodes with a job, at most all
    double all_nodes = 0.0;   ///< node-seconds of all nodes
};

/// The use between each instant and the next. `lost` integrates, in each pool of nodes, the smaller of the idle CPUs and
/// the CPUs of the waiting jobs (of those that start there later), which the literature on parallel job scheduling calls
/// the loss of capacity. Jobs count as waiting from their submission, also while a limit or a dependency holds them. `edges` are ascending, at
/// least two.
std::vector<MachineUse>
machine_use(DiffSide const& side, DiffSample const& sample, std::span<Instant const> edges);

}  // namespace clustersim
