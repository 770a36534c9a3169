// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/long_run.hpp"

#include "sim/scenario/campaign_plan.hpp"
#include "sim/scenario/input_choices.hpp"

#include <algorithm>

namespace clustersim {

Result<void> add_long_run(ResolvedJob& job,
                          std::optional<Application> const& application,
                          ResolvedRun const& run) {
    JobSpec const& spec = job.spec;
    JobPrediction& prediction = job.prediction;
    InputPlace const place{&run.system->system, run.node_type};
    Application const* const model = application ? &*application : nullptr;
    if (spec.dataset || spec.software || spec.resilience.device_spread > 0.0) {
        TrainingPrediction const* const training =
            prediction.training ? &*prediction.training : nullptr;
        auto const costs = input_costs(spec, place, model, training);
        if (!costs) return failure(costs.error());
        prediction.input = *costs;
        add_input_choices(*prediction.input, spec, place, model, training);
        Duration const trained = prediction.runtime.value;
        Duration const more =
            costs->of_steps(training != nullptr ? training->steps : 0.0) + costs->before();
        for (Duration* time :
             {&prediction.runtime.value, &prediction.runtime.low, &prediction.runtime.high})
            *time += more;
        prediction.training_share = trained / prediction.runtime.value;
    }
    if (!spec.checkpoint) return {};
    auto campaign = plan_campaign(spec, place, model, prediction);
    if (!campaign) return failure(campaign.error());
    prediction.campaign = std::move(*campaign);
    CampaignPlan const& plan = prediction.campaign->plan;
    Duration const more =
        plan.startup + checkpointed_time(plan, plan.work) - prediction.runtime.value;
    for (Duration* time :
         {&prediction.runtime.value, &prediction.runtime.low, &prediction.runtime.high})
        *time += more;
    return {};
}

Result<void> cut_campaign(JobPrediction& prediction, JobSpec const& spec) {
    if (!prediction.campaign) return {};
    auto campaign = with_walltime(std::move(*prediction.campaign), spec, prediction.walltime);
    if (!campaign) return failure(campaign.error());
    prediction.campaign = std::move(*campaign);
    Duration const end = prediction.walltime.duration();
    prediction.runtime = {first_submission(prediction.campaign->plan),
                          std::min(prediction.runtime.low, end),
                          std::min(prediction.runtime.high, end)};
    return {};
}

}  // namespace clustersim
