// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/input_costs.hpp"
#include "sim/scenario/job_prediction.hpp"
#include "sim/scenario/scenario.hpp"

namespace clustersim {

/// Splits a job with checkpoints into submissions, before any wait is known. `prediction` has its run time. Problems
/// point at the job: a checkpoint of unknown size or larger than its file system, a walltime too short for progress,
/// failures faster than progress.
Result<PlannedCampaign> plan_campaign(JobSpec const& job,
                                      InputPlace place,
                                      Application const* application,
                                      JobPrediction const& prediction);

/// The plan for submissions of `walltime`, if they make progress.
Result<PlannedCampaign>
with_walltime(PlannedCampaign campaign, JobSpec const& job, Seconds walltime);

/// Time of the first submission if nothing fails.
Duration first_submission(CampaignPlan const& plan);

/// Share of the first submission that is training.
double training_share(CampaignPlan const& plan);

}  // namespace clustersim
