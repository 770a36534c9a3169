// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolved_run.hpp"

#include <optional>

namespace clustersim {

/// Adds the cost of staging, loading and uneven devices to a job's run time, and plans its checkpoints.
Result<void> add_long_run(ResolvedJob& job,
                          std::optional<Application> const& application,
                          ResolvedRun const& run);

/// Sets the run time of a job with checkpoints to that of its first submission, once its walltime is known.
Result<void> cut_campaign(JobPrediction& prediction, JobSpec const& spec);

}  // namespace clustersim
