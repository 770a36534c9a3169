// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/past_job.hpp"
#include "sim/results/job_record.hpp"
#include "sim/slurm/replay/replay.hpp"
#include "sim/slurm/site/site.hpp"

#include <span>

namespace clustersim {

/// The runs of jobs under a plain policy, in processors.
Past replayed_runs(std::span<JobRecord const> records);

/// The last runs of the jobs that started under Slurm, in CPUs, with their users and partitions.
Past replayed_runs(std::span<slurm::ReplayedJob const> jobs, slurm::Site const& site);

}  // namespace clustersim
