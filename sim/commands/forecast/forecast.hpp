// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/learned_start.hpp"
#include "sim/commands/forecast/past_jobs.hpp"
#include "sim/core/horizon.hpp"
#include "sim/core/result.hpp"
#include "sim/slurm/read/snapshot/queue_snapshot.hpp"
#include "sim/slurm/request/job_request.hpp"
#include "sim/workload/mix.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace clustersim {

/// A job of the snapshot, by Slurm's id; of an array one task, or the first task to start.
struct QueuedTarget {
    std::int32_t job = 0;
    std::optional<std::int32_t> task;
};

struct ForecastQuestion {
    std::variant<QueuedTarget, slurm::JobRequest> target;
    std::optional<Instant> by;  ///< chance to have started by then; from the snapshot's origin
    std::size_t samples = 100;
    std::uint64_t seed = 1;
    unsigned workers = 1;
    bool later_jobs = true;  ///< false: nobody submits anything any more
    bool exact = false;  ///< keep the periods of the scheduler's loops however long the queue is
    bool alternatives = true;  ///< also smaller and shorter requests
    Horizon horizon = Horizon::days(7);
    bool friction = true;            ///< infer friction from the past and carry it
    PastJobs const* past = nullptr;  ///< for run times, later submissions and learned waits
    WaitsModel const* waits_model = nullptr;  ///< for learned waits, instead of fitting to the past
    bool learn = true;                        ///< false: simulate only
    LearningOptions learning;                 ///< `workers` and `interrupted` are those below
    Mix const* mix = nullptr;                 ///< for run times where the snapshot knows too few
    std::function<bool()> interrupted;
    std::function<void(std::size_t, std::size_t)> progress;
};

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

/// Forecasts the start of a job from a snapshot. The same question gives the same answer with any
/// number of workers. Fails if the job is not in the snapshot, has ended, or could never be submitted.
Result<ForecastAnswer> forecast(slurm::QueueSnapshot const& snapshot,
                                ForecastQuestion const& question);

}  // namespace clustersim
