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

/// A long run in submissions of limited length, each of which goes on from the last checkpoint.
struct CampaignPlan {
    Duration work{};      ///< of training alone, at the predicted speed
    Duration walltime{};  ///< of one submission
    Duration startup{};   ///< of a submission until its first step: processes, staging, restoring
    Duration restart{};   ///< of a job that goes on inside its submission after a failure
    Duration interval{};  ///< of work between two checkpoints
    CheckpointCost checkpoint;
    bool in_place = false;  ///< goes on inside the submission after a failure, else queues again
};

/// Work that a submission saves when nothing fails; 0 when the walltime leaves no room for any.
Duration saved_by_submission(CampaignPlan const& plan);

/// Work that is saved by a run which is stopped without warning after so long, before its end.
Duration saved_when_stopped(CampaignPlan const& plan, Duration after);

/// Time that `work` takes with its checkpoints, the last of them drained.
Duration checkpointed_time(CampaignPlan const& plan, Duration work);

/// Work that a submission saves on average, and how long it holds its nodes, where a failure ends it.
struct SubmissionMean {
    Duration saved{};
    Duration occupied{};
};
SubmissionMean mean_submission(CampaignPlan const& plan, Duration mtbf);

/// One wait of a submission and the run after it. The last turn ends by itself or at the limit, or is the
/// one that a submission cancelled for others does not survive; each other one is requeued when stopped.
struct QueueTurn {
    Duration wait{};
    std::optional<Duration> stopped_after;  ///< how long after its start others stop it
};
/// What one submission meets in the queue, by time; at least one turn.
using QueueTurns = std::vector<QueueTurn>;

/// How one campaign went.
struct CampaignRun {
    Duration calendar{};  ///< from the first submission to the end, with waits in the queue
    Duration occupied{};  ///< of it, holding nodes
    double submissions = 0.0;
    double failures = 0.0;
};

/// `turns` are what a submission may meet, each as likely; none: the machine is free.
CampaignRun run_campaign(CampaignPlan const& plan,
                         Duration mtbf,
                         std::span<QueueTurns const> turns,
                         RandomStream& random);

/// What is not known exactly before the campaign.
struct CampaignUncertainty {
    FailureRate rate;
    int devices = 1;
    double work_low = 1.0;  ///< factors on the plan's work; between them triangular about 1
    double work_high = 1.0;
};

/// Means and quantiles over many sampled campaigns.
struct CampaignForecast {
    Duration calendar_median{};
    Duration calendar_low{};   ///< 5 % quantile
    Duration calendar_high{};  ///< 95 % quantile
    CampaignRun mean;
    double goodput = 0.0;  ///< work over the time that nodes are held
};

CampaignForecast forecast_campaign(CampaignPlan const& plan,
                                   CampaignUncertainty const& uncertainty,
                                   std::span<QueueTurns const> turns,
                                   RandomStream random);

}  // namespace clustersim
