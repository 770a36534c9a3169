// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/outcome.hpp"

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

/// The quantiles of all samples, those that never started as infinite waits. Empty of no samples.
WaitRange wait_range(std::span<QueueSample const> samples);

/// Median over all samples, those without an end as infinite. Nothing of no samples.
std::optional<Duration> median_turnaround(std::span<QueueSample const> samples);

}  // namespace clustersim
