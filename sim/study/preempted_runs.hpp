// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/scenario/resolve.hpp"
#include "sim/study/job_outcome.hpp"

namespace clustersim {

/// Whether others stopped the job in that replicate.
bool was_stopped(QueueSample const& sample);

/// The time that a job held its nodes where others stopped it, and whether its limit ended its last run;
/// other samples stay as they are.
void follow_runs(QueueSample& sample);

/// Of a job that others may stop: how often they did, what was lost; where they did, run time, cost and
/// energy of all its runs instead of one. Its samples are known.
void settle_preemption(JobOutcome& outcome,
                       ResolvedJob const& job,
                       ResolvedRun const& run,
                       Diagnostics& warnings);

}  // namespace clustersim
