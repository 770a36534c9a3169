// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/stats/feature_table.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace clustersim {

/// A job of a log or of a queue. One that waits has no start, one that runs has no end: Instant::never().
struct StartedJob {
    Instant submit;
    Instant start;  ///< not before `submit`
    Instant end;    ///< not before `start`
    double size = 1.0;
    std::optional<Seconds> limit;
    std::uint32_t user = 0;
    std::uint32_t queue = 0;
};

/// The columns of queue_features().
std::vector<FeatureColumn> queue_feature_columns();

/// What a user could know of the queue when submitting: one row for each job, from submissions, starts and ends that
/// are strictly earlier, and from the jobs of the same second that come before it. Waiting and running jobs count with
/// size and requested walltime; run times of jobs that have not ended are not used. `jobs` are by submission.
FeatureTable queue_features(std::span<StartedJob const> jobs);

}  // namespace clustersim
