// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/core/time.hpp"
#include "sim/workload/job_shape.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// A job of a log as a fit uses it.
struct LoggedJob {
    Instant submit;
    Seconds run;                   ///< at least 1 s
    std::int32_t size = 1;         ///< in the log's unit of size
    std::uint32_t user = 0;        ///< a number; 0 for all jobs of a log without users
    std::optional<Seconds> limit;  ///< the requested walltime
    Instant end;                   ///< submission + recorded wait (0 if not recorded) + run
};

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
    std::vector<LoggedJob> jobs;  ///< by submission; at least one
    SizeUnit unit = SizeUnit::node;
    std::size_t users = 0;  ///< 0: the log does not name them
    bool waits = false;     ///< whether ends include the wait
    bool limits = false;    ///< whether any job has one
    std::vector<LogFile> files;
    std::vector<LeftOut> left_out;
    Diagnostics notes;  ///< of the readers
};

}  // namespace clustersim
