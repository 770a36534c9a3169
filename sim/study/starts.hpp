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
    /// Of a job that was tried at all.
    [[nodiscard]] bool never_started() const { return replicates > 0 && started == 0; }
};
Starts starts_of(JobOutcome const& outcome);

/// "in 3 of 10 replicates" or, of all, "in any of 10 replicates", and why, for people.
std::string never_started_text(Starts const& starts);

/// Where the middle and most of the replicates lie. A replicate without the value counts as infinite, and
/// a quantile that falls on one has no value.
struct SampleRange {
    std::optional<Duration> median;
    std::optional<Duration> low;   ///< 5 % quantile
    std::optional<Duration> high;  ///< 95 % quantile
};

/// Of the waits; without one: those that never started.
SampleRange wait_range(std::span<QueueSample const> samples);

/// Of the times from submission to end; without one: those that have no end of their own.
SampleRange turnaround_range(std::span<QueueSample const> samples);

}  // namespace clustersim
