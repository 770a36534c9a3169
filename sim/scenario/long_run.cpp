// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/long_run.hpp"

#include "sim/scenario/campaign_study.hpp"

#include <algorithm>

namespace clustersim {

Result<void> add_long_run(ResolvedJob& job,
                          std::optional<Application> const& application,
                          ResolvedRun const& run) {
    JobSpec const& spec = job.spec;
    JobOutcome& answer = job.answer;
    InputPlace const place{&run.system->system, run.node_type};
    Application const* const model = application ? &*application : nullptr;
    if (spec.dataset || spec.resilience.device_spread > 0.0) {
        TrainingPrediction const* const training = answer.training ? &*answer.training : nullptr;
        auto const costs = input_costs(spec, place, model, training);
        if (!costs) return failure(costs.error());
        answer.input = *costs;
        Duration const trained = answer.runtime.value;
        Duration const more = costs->of_steps(training != nullptr ? training->steps : 0.0) +
                              (costs->staging ? costs->staging->total : Duration{});
        for (Duration* time : {&answer.runtime.value, &answer.runtime.low, &answer.runtime.high})
            *time += more;
        answer.training_share = trained / answer.runtime.value;
    }
    if (!spec.checkpoint) return {};
    auto campaign = plan_campaign(spec, place, model, answer);
    if (!campaign) return failure(campaign.error());
    answer.campaign = std::move(*campaign);
    CampaignPlan const& plan = answer.campaign->plan;
    Duration const more = plan.startup + checkpointed_time(plan, plan.work) - answer.runtime.value;
    for (Duration* time : {&answer.runtime.value, &answer.runtime.low, &answer.runtime.high})
        *time += more;
    return {};
}

Result<void> cut_campaign(JobOutcome& answer, JobSpec const& spec) {
    if (!answer.campaign) return {};
    auto campaign = with_walltime(std::move(*answer.campaign), spec, answer.walltime);
    if (!campaign) return failure(campaign.error());
    answer.campaign = std::move(*campaign);
    Duration const end = answer.walltime.duration();
    answer.runtime = {first_submission(answer.campaign->plan),
                      std::min(answer.runtime.low, end),
                      std::min(answer.runtime.high, end)};
    return {};
}

}  // namespace clustersim
