// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/request/job_request.hpp"

#include <string>

namespace clustersim::slurm {

/// The options of sbatch that no column of jobs.csv holds, as words of its column `extra`.
std::string extra_words(JobRequest const& request);

/// The only request for GPUs of that scope, when no other GRES is asked for in it.
GresRequest const* only_gpus(JobRequest const& request, GresScope scope);

/// "a100:4", or "4" where any type will do.
std::string gpu_count(GresRequest const& gpus);

}  // namespace clustersim::slurm
