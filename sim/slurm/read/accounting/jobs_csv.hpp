// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/read/accounting/imported_jobs.hpp"

#include <filesystem>
#include <span>
#include <string>

namespace clustersim::slurm {

/// Reads a table of submissions, plain or compressed, `-` for standard input. Only the columns
/// submit_s and runtime_s are required. The columns are:
///
/// job_id (a number; without it, the number of the row), submit_s, user, account, partition, qos,
/// nodes ("2", "2-4"), ntasks, cpus (per task; one task per node if ntasks is not given), mem_mb
/// (per node), gpus_per_node and gpus ("4", "a100:4"), timelimit_s, time_min_s, runtime_s (";"
/// separates those of an array's tasks), exit_code, exclusive (1), dependency (in job_ids of the
/// table), array, constraint, nice, reservation, begin_s, deadline_s, name, switches, licenses,
/// extra (other options of sbatch), cancel_s (scancel), recorded_start_s, recorded_end_s,
/// recorded_state, recorded_nodes. Seconds are relative to the zero of the trace.
///
/// Fails with every problem at once, each with line and column.
Result<ImportedJobs> read_jobs_csv(std::filesystem::path const& path);

/// Writes the same table without empty columns.
std::string write_jobs_csv(std::span<ImportedJob const> jobs);

}  // namespace clustersim::slurm
