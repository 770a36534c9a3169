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

/// A quantile of the waits of all samples; one that never started waits for ever. Nothing where the quantile lies on
/// such a sample, or of no samples.
std::optional<Duration> wait_quantile(std::span<QueueSample const> samples, double share);

/// The same of the times from submission to the end; a sample without an end of its own takes for ever.
std::optional<Duration> turnaround_quantile(std::span<QueueSample const> samples, double share);

}  // namespace clustersim
