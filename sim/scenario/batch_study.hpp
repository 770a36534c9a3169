// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/run_study.hpp"

#include <vector>

namespace clustersim {

/// Adds the per-batch times of every job whose network is looked at, in each replicate on the nodes that
/// the scheduler gave it. A job that ended before it could be seen on its nodes has none there. The answer
/// does not depend on the number of workers.
void add_batches(Study& study, std::vector<ResolvedRun> const& runs, RunOptions const& options);

}  // namespace clustersim
