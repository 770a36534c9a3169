// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/history/fit/job_log.hpp"
#include "sim/workload/swf.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// Which jobs of a log are used.
enum class FittedJobs { all, gpu, cpu };

struct LogQuestion {
    std::vector<std::filesystem::path> files;
    std::optional<SizeUnit> unit;         ///< absent: GPUs if the log has no nodes
    std::vector<std::string> partitions;  ///< empty: all
    FittedJobs jobs = FittedJobs::all;
    std::int32_t cores_per_node = 1;        ///< of logs in processors (SWF)
    SizeField size = SizeField::requested;  ///< likewise
    std::optional<std::string> hash_key;    ///< users of sacct are hashed with it
};

/// Reads logs: SWF (a name with `.swf`), the output of sacct (a first line with `|`), jobs.csv of
/// `import` (columns submit_s and runtime_s), or a table with named columns (job_table.hpp).
///
/// Left out and counted: jobs of other partitions, jobs without a size in the unit, runs below 1 s,
/// and all jobs outside of the longest part of a file without a gap of more than two days.
/// Errors of all files are reported at once; so are logs without any job left.
Result<JobLog> read_log(LogQuestion const& question);

}  // namespace clustersim
