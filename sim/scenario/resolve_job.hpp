// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/job_model.hpp"
#include "sim/scenario/resolved_run.hpp"

namespace clustersim {

/// Everything about one job that does not depend on the queue: whether the partition can run it and the site admits it,
/// its predicted run time, walltime, cost and energy. Notes are added to the run's warnings.
Result<ResolvedJob> resolve_job(JobSpec const& wanted, JobModel const& model, ResolvedRun& run);

}  // namespace clustersim
