// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/history/fit/log_question.hpp"
#include "sim/history/past_job.hpp"
#include "sim/history/waits/learned_trees.hpp"
#include "sim/history/waits/wait_cases.hpp"

#include <cstddef>
#include <optional>

namespace clustersim {

/// The jobs of logs that started.
struct LoggedWaits {
    Past past;  ///< Unix times if the log has dates; else its origin is absent
    std::size_t never_started = 0;
};

/// Files are read as one log of one machine. Jobs of other partitions and jobs without a size are left out; a job without
/// a recorded wait never started.
///
/// Errors: those of read_past() for all files at once; CS0302 for logs in which no job has a wait.
Result<LoggedWaits> read_waits(LogQuestion const& question);

/// The jobs of a log as cases (cases_of()); takes its notes. Interrupted: nothing.
std::optional<WaitCases> logged_cases(LoggedWaits& log, LearningOptions const& options);

}  // namespace clustersim
