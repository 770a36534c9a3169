// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/learned_start.hpp"
#include "sim/core/time.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// Why the job waited, as a share of its waiting time over all samples.
struct WaitReason {
    std::string reason;  ///< as squeue prints it
    double share = 0.0;
};

/// When one request starts.
struct StartForecast {
    std::string request;  ///< "8 nodes, 4:00:00"
    /// Seconds from the snapshot, by sample; absent: not within the horizon.
    std::vector<std::optional<Seconds>> waits;
    std::optional<Seconds> low, median, high;  ///< absent: later than the horizon
    double started = 0.0;  ///< share of the samples that start within the horizon
    std::optional<double> chance_by;
    std::vector<WaitReason> reasons;  ///< the longest first
    /// Of an alternative: share of the samples in which it starts earlier, and the median gain.
    double sooner = 0.0;
    Seconds gain;
};

struct ForecastAnswer {
    std::string subject;                   ///< "job 123456" or "a new job"
    std::optional<std::string> no_start;   ///< "no start until it is released (JobHeldUser)"
    std::optional<Seconds> running_since;  ///< already runs, for so long
    StartForecast asked;
    std::optional<LearnedStart> learned;      ///< the same job by the waits of the past
    std::string trust;                        ///< which of the two to believe, and why
    std::vector<StartForecast> alternatives;  ///< sooner ones, the best first
    std::string reason_now;  ///< as squeue shows it in the snapshot; empty: a new job
    double low_share = 0.05, high_share = 0.95;  ///< of the range: wider if much is hidden
    std::vector<std::string> sources;  ///< rules, run times, later submissions, priorities
    std::vector<std::string> notes;    ///< what is missing or assumed
    std::size_t samples = 0;
    bool complete = true;  ///< false: interrupted
};

}  // namespace clustersim
