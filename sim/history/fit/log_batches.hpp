// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/fit/job_log.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim {

/// Jobs of one user (of all users, if the log does not name them) and of one size, each at most
/// five minutes after the one before.
struct LogBatch {
    std::int32_t size = 1;
    std::uint32_t user = 0;
    std::vector<std::size_t> jobs;  ///< positions in the log, by submission
};

/// The batches of a log, by their first submission.
std::vector<LogBatch> batches_of(JobLog const& log);

/// The batches of each user, by their first submission.
std::vector<std::vector<std::size_t>> batches_by_user(std::vector<LogBatch> const& batches,
                                                      std::size_t users);

}  // namespace clustersim
