// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/scenario/resolved_run.hpp"

namespace clustersim {

/// A job that asks for more accelerators than a node has, and for no number of nodes, on the fewest nodes that hold
/// them. An error if these cannot share them evenly, as the models of applications need.
Result<JobSpec> spread_over_nodes(JobSpec const& spec, ResolvedRun const& run);

/// What the run's partition cannot give of what the job asks of its nodes: more than a node has, features and
/// reservations that do not exist. Nothing under a policy for teaching: see refused_submission().
Diagnostics refused_resources(JobSpec const& spec, ResolvedRun const& run);

/// A warning if the site's published rule charges nothing for what the job requests.
Diagnostics free_of_charge(JobPrediction const& prediction, JobSpec const& spec);

/// `time-min` and `signal` that are not less than the walltime that the job requests.
Diagnostics refused_times(JobPrediction const& prediction, JobSpec const& spec);

}  // namespace clustersim
