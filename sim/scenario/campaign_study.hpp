// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolve.hpp"
#include "sim/scenario/study.hpp"

#include <vector>

namespace clustersim {

/// How a job with checkpoints is cut into submissions, before any wait is known. `answer` has its
/// run time. Problems point at the job: a checkpoint of unknown size or larger than its file system, a walltime that leaves
/// no room, failures faster than progress.
Result<CampaignAnswer> plan_campaign(JobSpec const& job,
                                     InputPlace place,
                                     Application const* application,
                                     JobOutcome const& answer);

/// The plan for submissions of `walltime`, if they get anywhere.
Result<CampaignAnswer> with_walltime(CampaignAnswer campaign, JobSpec const& job, Seconds walltime);

/// Time of the first submission when nothing fails.
Duration first_submission(CampaignPlan const& plan);

/// Share of the first submission in which it trains.
double training_share(CampaignPlan const& plan);

/// Forecasts every campaign of a study from what its jobs met in the queue, with cost and energy. None where a
/// job did not start in every replicate.
void add_campaigns(Study& study, std::vector<ResolvedRun> const& runs);

}  // namespace clustersim
