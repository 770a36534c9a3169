// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolved_document.hpp"
#include "sim/scenario/resolved_run.hpp"

#include <vector>

namespace clustersim {

/// The partition that was chosen if the scenario names none, and the background load of `mix: typical`.
std::vector<LeafValue> settled_place(ResolvedRun const& run);

/// The values of a job that its scenario may leave open, each with its origin: QOS, walltime, submissions; for a
/// training job also precision, micro-batch, accumulation, global batch, parallel widths, ZeRO stage and
/// recomputation. An origin is a place in the scenario, a place in the application's file with source and confidence,
/// or the applied rule.
std::vector<LeafValue> settled_values(ResolvedRun const& run, ResolvedJob const& job);

}  // namespace clustersim
