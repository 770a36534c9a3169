// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/advise/asked_job.hpp"
#include "sim/scenario/sbatch_request.hpp"

namespace clustersim {

/// The job of a script whose options Slurm reads itself, with places in the script. Errors: a limit or a run time that is
/// longer than a study, and an array with more tasks.
Result<JobSpec> job_of_script(JobScript const& script, AskedJob const& asked, SbatchJob request);

}  // namespace clustersim
