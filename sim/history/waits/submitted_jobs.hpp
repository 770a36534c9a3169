// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/history/fit/log_question.hpp"
#include "sim/history/fit/log_rows.hpp"
#include "sim/history/waits/named_jobs.hpp"
#include "sim/history/waits/wait_cases.hpp"

#include <cstddef>
#include <vector>

namespace clustersim {

/// The jobs of logs that started, by submission.
struct LoggedWaits {
    std::vector<NamedJob> jobs;
    std::size_t never_started = 0;
    bool dated = true;  ///< times are Unix times; false: seconds of a log without dates
    Diagnostics notes;
};

/// Files are read as one log of one machine. Jobs of other partitions and jobs without a size are left out; a job without
/// a recorded wait never started.
///
/// Errors: those of read_log_rows() for all files at once; CS0302 for logs in which no job has a wait.
Result<LoggedWaits> read_waits(LogQuestion const& question);

/// A row of a log; without a wait it has not started.
NamedJob named_job(LogRow const& row);

/// The jobs of a log as cases (cases_of()); takes its notes. Interrupted: nothing.
std::optional<WaitCases> submitted_cases(LoggedWaits& log, LearningOptions const& options);

}  // namespace clustersim
