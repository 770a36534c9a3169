// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/past_job.hpp"
#include "sim/workload/job_shape.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace clustersim {

/// Jobs that a fit does not use, for one reason.
struct LeftOut {
    std::string why;
    std::size_t jobs = 0;
};

struct LogFile {
    std::string name;    ///< without its folder
    std::string sha256;  ///< of its bytes, in hexadecimal
};

/// The jobs of one or more files.
struct JobLog {
    Past
        past;  ///< at least one job, each of a known size and of a run time of at least 1 s; users from 0
    SizeUnit unit = SizeUnit::node;
    std::size_t users = 0;  ///< 0: the log does not name them
    bool waits = false;     ///< whether ends include the wait
    bool limits = false;    ///< whether any job has one
    std::vector<LogFile> files;
    std::vector<LeftOut> left_out;

    /// The size of one of the jobs in the log's unit.
    [[nodiscard]] std::int32_t size_of(PastJob const& job) const {
        return (unit == SizeUnit::gpu ? job.gpus : job.nodes).value_or(1);
    }
};

}  // namespace clustersim
