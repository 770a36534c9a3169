// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/failure/checkpoint.hpp"
#include "models/failure/failure_rate.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/random_stream.hpp"

#include <optional>
#include <span>
#include <vector>

namespace clustersim {

/// A long run in submissions of limited length; each resumes from the last checkpoint.
struct CampaignPlan {
    Duration work{};      ///< of training only, at the predicted speed
    Duration walltime{};  ///< of one submission
    Duration
        startup{};  ///< of a submission, from its start to its first step: processes, staging, restoring
    Duration restart{};   ///< of a job that resumes inside its submission after a failure
    Duration interval{};  ///< of work between two checkpoints
    CheckpointCost checkpoint;
    bool in_place =
        false;  ///< resumes inside the submission after a failure, else is submitted again
};

/// Work that a submission saves without failures; 0 if the walltime is too short to save any.
Duration saved_by_submission(CampaignPlan const& plan);

/// Work saved by a run that is stopped without warning `after` its start, before its end.
Duration saved_when_stopped(CampaignPlan const& plan, Duration after);

/// Time of `work` with its checkpoints, including the last drain.
Duration checkpointed_time(CampaignPlan const& plan, Duration work);

/// Mean work that a submission saves and mean time that it holds its nodes, if failures end it.
struct SubmissionMean {
    Duration saved{};
    Duration occupied{};
};
SubmissionMean mean_submission(CampaignPlan const& plan, Duration mtbf);

/// One wait of a submission and the run after it. The last turn of a submission ends by itself, at the
/// limit, or because the submission is cancelled for other jobs; in every other turn it is requeued when
/// stopped.
struct QueueTurn {
    Duration wait{};
    std::optional<Duration> stopped_after;  ///< time from its start until other jobs stop it
};
/// The turns of one submission in the queue, by time; at least one.
using QueueTurns = std::vector<QueueTurn>;

/// The outcome of one campaign.
struct CampaignRun {
    Duration calendar{};  ///< from the first submission to the end, with waits in the queue
    Duration occupied{};  ///< part of it in which nodes are held
    double submissions = 0.0;
    double failures = 0.0;
};

/// `turns` are the possible turns of a submission, equally likely; none: the machine is free.
CampaignRun run_campaign(CampaignPlan const& plan,
                         Duration mtbf,
                         std::span<QueueTurns const> turns,
                         RandomStream& random);

/// Quantities that are not known exactly before the campaign.
struct CampaignUncertainty {
    FailureRate rate;
    int devices = 1;
    double work_low = 1.0;   ///< 5 % quantile of a factor on the plan's work, whose median is 1
    double work_high = 1.0;  ///< 95 % quantile
};

/// Means and quantiles over many sampled campaigns.
struct CampaignForecast {
    Duration calendar_median{};
    Duration calendar_low{};          ///< 5 % quantile
    Duration calendar_high{};         ///< 95 % quantile
    std::vector<Duration> calendars;  ///< of the sampled campaigns, ascending
    CampaignRun mean;
    double goodput = 0.0;  ///< work over the time in which nodes are held
};

CampaignForecast forecast_campaign(CampaignPlan const& plan,
                                   CampaignUncertainty const& uncertainty,
                                   std::span<QueueTurns const> turns,
                                   RandomStream random);

}  // namespace clustersim
