// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/job_outcome.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace clustersim {

/// In how many of its replicates a job started, and why not in the others.
struct Starts {
    std::int64_t replicates = 0;
    std::int64_t started = 0;
    std::string
        reasons;  ///< each once, in the order of the replicates: "pending: QOSMaxJobsPerUserLimit"

    [[nodiscard]] std::int64_t never() const { return replicates - started; }
    [[nodiscard]] bool always_started() const { return started == replicates; }
    /// The starts of a job with at least one replicate.
    [[nodiscard]] bool never_started() const { return replicates > 0 && started == 0; }
};
Starts starts_of(JobOutcome const& outcome);

/// For people: "in 3 of 10 replicates", or "in any of 10 replicates" for all, with the reasons.
std::string never_started_text(Starts const& starts);

/// Median and quantiles over the replicates. A replicate without the value counts as infinite; a quantile that falls on
/// one has no value.
struct SampleRange {
    std::optional<Duration> median;
    std::optional<Duration> low;   ///< 5 % quantile, one of the values
    std::optional<Duration> high;  ///< 95 % quantile, one of the values
};

/// Quantiles of the waits. A job that never started has no wait.
SampleRange wait_range(std::span<QueueSample const> samples);

/// Quantiles of the times from submission to end. A job that was cancelled or never ended has none.
SampleRange turnaround_range(std::span<QueueSample const> samples);

}  // namespace clustersim
