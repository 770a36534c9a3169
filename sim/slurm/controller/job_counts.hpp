// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/configuration.hpp"
#include "sim/slurm/controller/job_record.hpp"
#include "sim/slurm/limits/usage_counts.hpp"

#include <cstdint>

namespace clustersim::slurm {

/// The groups of a job for limits.
JobGroups groups_of(Configuration const& config, Job const& job, std::int32_t choice);

/// Counts a pending job's tasks as submitted, or with a negative number removes them: for the QOS
/// of each partition in which it may run, as observed with Slurm 22.05.8.
void count_waiting(UsageCounts& counts,
                   Configuration const& config,
                   Job const& job,
                   std::int64_t tasks);
/// Replaces the counts of all choices by those of the one on which the job starts, or the reverse.
void count_choice(UsageCounts& counts, Configuration const& config, Job const& job, bool starts);
/// Adds a running job to the counts of limits.
void count_start(UsageCounts& counts, Configuration const& config, Job const& job);
/// Removes it when it ends.
void count_end(UsageCounts& counts, Configuration const& config, Job const& job);

}  // namespace clustersim::slurm
