// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolved_run.hpp"

namespace clustersim {

/// The share of the time during which the job's accelerators compute.
double utilisation_of(JobSpec const& spec, JobPrediction const& prediction, NodePower const& power);

/// Cost and energy of the time for which the job holds its nodes. `prediction` is the job's, or
/// made from it.
void add_costs(JobPrediction& prediction, ResolvedJob const& job, ResolvedRun const& run);

}  // namespace clustersim
