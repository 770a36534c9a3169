// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/accounting/imported_jobs.hpp"
#include "sim/slurm/site/site.hpp"
#include "sim/workload/job.hpp"

#include <cstdint>
#include <span>

namespace clustersim::slurm {

/// A site of `nodes` equal nodes n1, n2, … of `cpus` cores in one partition without limits. All
/// other parameters have Slurm's defaults: backfill, first come first served, cores shared between
/// jobs, memory not counted.
Site plain_site(std::int32_t nodes, std::int32_t cpus);

/// The jobs of a trace without Slurm's options: one task of one CPU per unit of the job, limits
/// rounded up to whole minutes, and minimal memory.
ImportedJobs jobs_of(std::span<clustersim::Job const> trace);

}  // namespace clustersim::slurm
