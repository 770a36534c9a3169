// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/job_outcome.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// In how many of its replicates a job started, with all its tasks, and why not in the others.
struct Starts {
    std::int64_t replicates = 0;
    std::int64_t started = 0;
    std::string
        reasons;  ///< each once, in the order of the replicates: "pending: QOSMaxJobsPerUserLimit"

    bool given_up =
        false;  ///< if it did not start, it may start after the longest wait (horizons.hpp)

    [[nodiscard]] std::int64_t never() const { return replicates - started; }
    [[nodiscard]] bool always_started() const { return started == replicates; }
    /// The starts of a job with at least one replicate.
    [[nodiscard]] bool never_started() const { return replicates > 0 && started == 0; }
};
Starts starts_of(JobOutcome const& outcome);

/// For people, a wait that was given up: "over 14 d".
std::string over_longest_wait();

/// For people: "in 3 of 10 replicates", or "in any of 10 replicates" for all, with the reasons.
std::string never_started_text(Starts const& starts);

/// Median and quantiles over the replicates. A replicate without the value counts as infinite; a quantile that falls on
/// one has no value.
struct SampleRange {
    std::optional<Duration> median;
    std::optional<Duration> low;   ///< 5 % quantile, one of the values
    std::optional<Duration> high;  ///< 95 % quantile, one of the values
};

/// The range of times in seconds, one of each replicate.
SampleRange range_of(std::vector<double> times);

/// The wait of each replicate in seconds (for several tasks, their median); infinite if the job
/// never started.
std::vector<double> replicate_waits(std::span<QueueSample const> samples, int tasks);

/// Quantiles of the waits; for several tasks, of their median in each replicate. A job that never
/// started has no wait.
SampleRange wait_range(std::span<QueueSample const> samples, int tasks = 1);

/// The same from the instant at which each task was eligible to start.
SampleRange eligible_wait_range(std::span<QueueSample const> samples, int tasks = 1);

/// Quantiles of the times from submission to the first start of a task.
SampleRange first_start_range(std::span<QueueSample const> samples, int tasks);

/// "3 of 10 replicates"; of a job with several tasks "3 of 1,000 tasks in 10 replicates".
std::string of_samples(JobOutcome const& outcome, std::int64_t count);

}  // namespace clustersim
