// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/request/job_request.hpp"

#include <string>

namespace clustersim::slurm {

/// The options of sbatch without a column in jobs.csv, as words of its column `extra`.
std::string extra_words(JobRequest const& request);

/// The only GPU request of that scope; null if the scope has another GRES request.
GresRequest const* only_gpus(JobRequest const& request, GresScope scope);

/// "a100:4", or "4" for any type.
std::string gpu_count(GresRequest const& gpus);

}  // namespace clustersim::slurm
