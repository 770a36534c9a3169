// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/history/fit/log_question.hpp"
#include "sim/slurm/request/job_request.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// A row of a log before anything is left out; what the log does not say is absent or empty.
struct LogRow {
    Instant submit;
    std::int64_t run = 0;  ///< seconds
    std::optional<std::int64_t> nodes, gpus;
    std::optional<Seconds> limit;
    std::optional<Seconds> wait;
    std::string user;
    std::string partition;
};

struct LogRows {
    std::vector<LogRow> rows;  ///< by submission
    Seconds origin;            ///< Unix time of second 0, if the log has dates: read as UTC
    Diagnostics notes;
};

/// The row of a job of Slurm, without its wait and run time.
LogRow request_row(slurm::JobRequest const& request);

/// The rows of one file, whatever its format.
Result<LogRows> read_log_rows(std::filesystem::path const& file, LogQuestion const& question);

}  // namespace clustersim
