// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/study/fit/read_log.hpp"
#include "sim/study/waits/wait_cases.hpp"

namespace clustersim {

/// The jobs of logs, forecast at their submission; a block is a day. Files are read as one log of one machine. Jobs of
/// other partitions and jobs without a size are left out; a job without a recorded wait never started.
///
/// Errors: those of read_log_rows() for all files at once; CS0302 for logs in which no job has a wait.
Result<WaitCases> read_submitted_jobs(LogQuestion const& question);

}  // namespace clustersim
