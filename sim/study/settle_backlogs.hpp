// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolve.hpp"
#include "sim/study/run_options.hpp"

#include <vector>

namespace clustersim {

/// Simulates and matches the backlogs of all runs with recorded waits whose scenario gives no backlog, in their documents,
/// too. Runs with the same queue are matched once. Does nothing if interrupted.
void settle_backlogs(std::vector<ResolvedRun>& runs, RunOptions const& options);

}  // namespace clustersim
