// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/history/waits/wait_cases.hpp"

#include <filesystem>
#include <vector>

namespace clustersim {

/// Whether the header of the file has the columns poll_time and start_time.
Result<bool> is_snapshot_table(std::filesystem::path const& file);

/// Reads tables of jobs that waited at the instants poll_time, usually a noon each day: CSV with a
/// header row, plain or compressed, in the columns of github.com/mila-iqia/slurm-queue-time-pred
/// (Popa and Alain, SLURM queue time prediction using neural networks, 2023). A block is one such
/// instant. Several files describe one machine.
///
/// Needed: poll_time, submit_time, start_time (YYYY-MM-DD HH:MM:SS), partition, account, req_cpus,
/// time_limit_sec, priority_poll. Used if all files have them: eligible_time, req_tres and the
/// columns of noon_columns.hpp. A row without start_time is a job that never started: it counts in
/// the queue of the other jobs, but is not scored.
///
/// Errors: CS0001 for a file that cannot be read; CS0104 for a missing column; CS0105 for a row with too few cells and
/// for a cell that is no number or time stamp; CS0110 for a start before poll_time; CS0302 without any started job. All
/// problems of all files are reported at once.
Result<WaitCases> read_noon_snapshots(std::vector<std::filesystem::path> const& files);

}  // namespace clustersim
