// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/accounting/imported_jobs.hpp"
#include "sim/slurm/site/site.hpp"
#include "sim/workload/job.hpp"

#include <cstdint>
#include <span>

namespace clustersim::slurm {

/// `nodes` equal nodes n1, n2, … of `cpus` cores in one partition without limits, all else as a
/// slurm.conf that says nothing about it: backfill, priorities first come first served, cores shared
/// between jobs, memory not counted.
Site plain_site(std::int32_t nodes, std::int32_t cpus);

/// The jobs of a trace that knows nothing of Slurm: as many tasks of one CPU as the job has units,
/// limits rounded up to whole minutes, next to no memory.
ImportedJobs jobs_of(std::span<clustersim::Job const> trace);

}  // namespace clustersim::slurm
