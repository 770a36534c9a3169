// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/scenario/resolved_run.hpp"
#include "sim/study/job_outcome.hpp"

namespace clustersim {

/// If a shorter limit ended a job with `time-min` in some replicates, its run time, cost and energy
/// become those of the time for which it held its nodes, with a warning. Other jobs are unchanged.
void settle_short_limits(JobOutcome& outcome,
                         ResolvedJob const& job,
                         ResolvedRun const& run,
                         Diagnostics& warnings);

}  // namespace clustersim
