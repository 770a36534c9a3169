// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/workload/arrival.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace clustersim {

struct GpuTrace {
    std::vector<Arrival>
        jobs;              ///< sizes in GPUs; by submission, equal ones in the order of the file
    Diagnostics odd_rows;  ///< notes: how many rows were skipped, and the places of the first
};

/// Reads a trace of a GPU cluster: CSV with a header row, plain or compressed, `-` for standard
/// input. Three columns are found by name, in any order; others are ignored:
///
///   submission  submission_time_s | submission_time | submit_time | submit | timestamp
///   run time    duration_s | duration | run_time | run_s                        (seconds)
///   GPUs        gpus | num_gpu | num_gpus | gpu_num
///
/// Submissions are seconds, or time stamps `2017-10-09 07:01:55`, which count from midnight of the
/// first day. Fractions of seconds are rounded: submissions down, run times up. Rows are skipped if
/// they have fewer columns than the header, a value that is not a number, a negative submission, or a
/// run time or GPU count below 1 (CPU jobs) or above ten years or a million GPUs.
///
/// Errors: CS0001 for a file that cannot be read or is damaged; CS0302 if no job is left, also for
/// an empty file; CS0104 for a header without one of the columns.
Result<GpuTrace> read_gpu_trace(std::filesystem::path const& path);

/// The jobs as such a trace, the same for the same jobs: read again it gives them, in their order.
std::string gpu_trace_csv(std::vector<Arrival> const& jobs);

}  // namespace clustersim
