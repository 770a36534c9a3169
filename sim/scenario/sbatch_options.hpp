// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace clustersim::slurm {
struct JobRequest;
}

namespace clustersim {

struct ResolvedJob;
struct ResolvedRun;

/// The options of sbatch that request the same as the job's keys, each "--partition=small": names are those of the site's
/// Slurm, and the QOS is the one under which the site admits the job.
std::vector<std::string>
sbatch_options(slurm::JobRequest const& request, ResolvedJob const& job, ResolvedRun const& run);

}  // namespace clustersim
