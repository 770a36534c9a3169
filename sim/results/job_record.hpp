// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/past_job.hpp"
#include "sim/workload/job.hpp"

#include <cstdint>

namespace clustersim {

/// The outcome of one job.
struct JobRecord {
    std::int64_t id = 0;
    Instant submit;
    Instant start;
    Instant end;
    std::int32_t nodes = 0;
    std::int32_t units = 0;  ///< on each node

    [[nodiscard]] constexpr Seconds wait() const { return start - submit; }
    [[nodiscard]] constexpr Seconds run() const { return end - start; }
    [[nodiscard]] constexpr std::int64_t total_units() const { return std::int64_t{nodes} * units; }
    /// The same without its size.
    [[nodiscard]] PastJob past_job() const {
        PastJob job;
        job.id = id;
        job.submit = submit;
        job.start = start;
        job.end = end;
        return job;
    }
};

}  // namespace clustersim
