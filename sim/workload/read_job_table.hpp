// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/history/past_job.hpp"

#include <filesystem>

namespace clustersim {

/// The sizes that a table must have: GPUs of every job, or GPUs or nodes.
enum class JobTableNeeds { gpus, any_size };

/// Reads a table of jobs: CSV with a header row, plain or compressed, `-` for standard input. Columns
/// are found by name, in any order; others are ignored:
///
///   submission  submission_time_s | submission_time | submit_time | submit | timestamp; or
///               interval | interval_s, the time since the row before
///   run time    duration_s | duration | run_time | run_s | execution_time       (seconds)
///   GPUs        gpus | num_gpu | num_gpus | gpu_num
///   nodes       nodes | num_nodes | node_num | requested_number_of_resources
///                                                                         (if GPUs are not needed)
///   limit       wall_time | walltime_s | timelimit_s | time_limit_s | requested_time
///                                                                               (seconds; optional)
///   user        user | user_id | uid                                            (optional)
///   partition   partition | queue | cluster | vc                                (optional)
///
/// These include the columns of jobs.csv of Batsim and evalys: a resource counts as a node.
/// Submissions are seconds, or time stamps `2017-10-09 07:01:55`, which count from midnight of the
/// first day. Fractions of seconds are rounded: submissions down, run times up. Rows are skipped if
/// they have fewer columns than the header, a value that is not a number, a negative submission, a
/// run time below 1 s or above ten years, or a size that is not a whole number (of at least one GPU
/// where GPUs are needed) up to a million. The notes say how many rows were skipped, and where the first are. Jobs have
/// no start; those of one instant are in the order of the file.
///
/// Errors: CS0001 for a file that cannot be read or is damaged; CS0302 if no job is left, also for
/// an empty file; CS0104 for a header without a column that is needed.
Result<Past> read_job_table(std::filesystem::path const& path, JobTableNeeds needs);

}  // namespace clustersim
