// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolve.hpp"

#include <optional>

namespace clustersim {

/// Adds to a job's run time what staging, loading and uneven devices cost, and plans its checkpoints.
Result<void> add_long_run(ResolvedJob& job,
                          std::optional<Application> const& application,
                          ResolvedRun const& run);

/// Once its walltime is known, the run time of a job with checkpoints becomes that of its first
/// submission.
Result<void> cut_campaign(JobPrediction& prediction, JobSpec const& spec);

}  // namespace clustersim
