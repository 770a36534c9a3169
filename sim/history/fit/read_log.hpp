// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/history/fit/job_log.hpp"
#include "sim/history/fit/log_question.hpp"

namespace clustersim {

/// Reads logs: SWF (a name with `.swf`), the output of sacct (a first line with `|`), jobs.csv of
/// `import` (columns submit_s and runtime_s), or a table with named columns (job_table.hpp).
///
/// Left out and counted: jobs of other partitions, jobs without a size in the unit, runs below 1 s,
/// and all jobs outside of the longest part of a file without a gap of more than two days.
/// Errors of all files are reported at once; so are logs without any job left.
Result<JobLog> read_log(LogQuestion const& question);

}  // namespace clustersim
