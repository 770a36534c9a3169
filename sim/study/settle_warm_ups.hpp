// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolve.hpp"
#include "sim/study/run_options.hpp"

#include <vector>

namespace clustersim {

/// Sets the warm-up of every run that leaves it to the queue, in its scenario and in its document, with a warning where
/// the queue has no steady state. Runs with the same queue share the search.
void settle_warm_ups(std::vector<ResolvedRun>& runs, RunOptions const& options);

}  // namespace clustersim
