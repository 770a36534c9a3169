// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/scenario/resolved_run.hpp"
#include "sim/study/job_outcome.hpp"

namespace clustersim {

/// Whether the job was preempted in that replicate.
bool was_stopped(QueueSample const& sample);

/// In samples with a preemption, sets the time that the job held its nodes and whether its limit ended its last run.
/// Other samples are unchanged.
void follow_runs(QueueSample& sample);

/// For a preemptible job, counts preemptions and lost work. If it was preempted, run time, cost and energy become
/// those of all its runs. Needs the job's samples.
void settle_preemption(JobOutcome& outcome,
                       ResolvedJob const& job,
                       ResolvedRun const& run,
                       Diagnostics& warnings);

}  // namespace clustersim
