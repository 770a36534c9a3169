// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolve.hpp"
#include "sim/scenario/resolved_document.hpp"

#include <vector>

namespace clustersim {

/// The partition that a run got, where its scenario names none.
std::vector<LeafValue> settled_place(ResolvedRun const& run);

/// What a job runs with although its scenario need not say it, each with where it comes from: QOS, walltime,
/// submissions; of a training job also precision, micro-batch, accumulation, global batch, the parallel
/// widths, ZeRO stage and recomputation. An origin is a place of the scenario, a place in the application's
/// file with its source and confidence, or the rule that was applied.
std::vector<LeafValue> settled_values(ResolvedRun const& run, ResolvedJob const& job);

}  // namespace clustersim
