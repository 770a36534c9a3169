// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/scenario/resolved_run.hpp"

namespace clustersim {

/// Spreads a job that requests more accelerators than a node has, but no number of nodes, over the
/// fewest nodes that hold them. An error if these cannot share them evenly, as the models of
/// applications need.
Result<JobSpec> spread_over_nodes(JobSpec const& spec, ResolvedRun const& run);

/// The requests of a job that the run's partition cannot meet: more than a node has, features and
/// reservations that do not exist. Nothing under a policy for teaching: see refused_submission().
Diagnostics refused_resources(JobSpec const& spec, ResolvedRun const& run);

/// A warning if the site's published rule charges nothing for what the job requests.
Diagnostics free_of_charge(JobPrediction const& prediction, JobSpec const& spec);

/// Problems of `time-min` and `signal` if they are not less than the walltime that the job
/// requests.
Diagnostics refused_times(JobPrediction const& prediction, JobSpec const& spec);

}  // namespace clustersim
