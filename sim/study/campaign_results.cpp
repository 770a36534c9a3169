// SPDX-License-Identifier: Apache-2.0
#include "sim/study/campaign_results.hpp"

#include "sim/core/random_stream.hpp"

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

/// The course of the submission in one replicate. All runs before the last were preempted; the last
/// one was preempted only if the job was cancelled.
QueueTurns turns_of(QueueSample const& sample) {
    // What the job waited for before it was eligible is waited for once, not by each submission.
    Instant since = sample.eligible_since();
    if (!sample.course) return {{(*sample.started - since).duration(), std::nullopt}};
    QueueTurns turns;
    for (JobRun const& run : sample.course->runs) {
        // A suspended run resumes where it stopped, so the suspension counts as a longer wait.
        turns.push_back({(run.started - since + run.suspended).duration(), run.held().duration()});
        since = run.ended;
    }
    if (sample.course->end != CourseEnd::cancelled) turns.back().stopped_after.reset();
    return turns;
}

/// Empty if a replicate has no end: then the duration of the whole run is unknown.
std::vector<QueueTurns> turns_of(JobOutcome const& outcome) {
    std::vector<QueueTurns> all;
    for (QueueSample const& sample : outcome.samples) {
        if (!sample.has_started() || (sample.course && !sample.course->over())) return {};
        all.push_back(turns_of(sample));
    }
    return all;
}

Duration total_wait(QueueTurns const& turns) {
    Duration sum{};
    for (QueueTurn const& turn : turns) sum += turn.wait;
    return sum;
}

/// The turns of the replicate with the median wait, without preemption.
std::vector<QueueTurns> middle_turns(std::vector<QueueTurns> turns) {
    if (turns.empty()) return turns;
    std::ranges::sort(turns, {}, total_wait);
    return {{{total_wait(turns[turns.size() / 2]), std::nullopt}}};
}

/// Forecasts in which one source varies and the others are at their middle; failures are left out of the others.
CampaignSpread spread_of_campaign(PlannedCampaign const& campaign,
                                  std::vector<QueueTurns> const& turns,
                                  RandomStream const& random) {
    CampaignUncertainty only_failures = campaign.uncertainty;
    only_failures.work_low = only_failures.work_high = 1.0;
    CampaignUncertainty only_model = campaign.uncertainty;
    only_model.rate = no_failures();
    CampaignUncertainty only_queue = only_failures;
    only_queue.rate = no_failures();
    std::vector<QueueTurns> const middle = middle_turns(turns);
    auto const width = [&](CampaignUncertainty const& uncertainty,
                           std::vector<QueueTurns> const& met) {
        CampaignForecast const forecast =
            forecast_campaign(campaign.plan, uncertainty, met, random);
        return forecast.calendar_high - forecast.calendar_low;
    };
    return {width(only_queue, turns), width(only_model, middle), width(only_failures, middle)};
}

}  // namespace

void add_campaign_results(Study& study, std::vector<ResolvedRun> const& runs) {
    for (std::size_t r = 0; r < study.runs.size(); ++r) {
        for (std::size_t j = 0; j < study.runs[r].outcomes.size(); ++j) {
            JobOutcome& outcome = study.runs[r].outcomes[j];
            if (!outcome.campaign) continue;
            std::vector<QueueTurns> const turns = turns_of(outcome);
            // A job that does not always start has no calendar time.
            if (turns.empty() && !outcome.samples.empty()) continue;
            PlannedCampaign const& campaign = *outcome.campaign;
            CampaignResult result;
            RandomStream const random(runs[r].scenario.seed, "campaign." + outcome.job);
            result.forecast = forecast_campaign(campaign.plan, campaign.uncertainty, turns, random);
            result.spread = spread_of_campaign(campaign, turns, random);
            // Means and cost are those of the predicted work, as for a job without checkpoints: sampling the work
            // would only add noise to a comparison of the two. So checkpoints never cost less than none.
            CampaignUncertainty predicted = campaign.uncertainty;
            predicted.work_low = predicted.work_high = 1.0;
            CampaignForecast const means =
                forecast_campaign(campaign.plan, predicted, turns, random);
            result.forecast.mean = means.mean;
            result.forecast.goodput = means.goodput;
            Duration const held = result.forecast.mean.occupied;
            ResolvedRun const& there = run_of(runs[r].jobs[j], runs[r]);
            result.bill = bill_of(*there.partition, *there.node_type, campaign.share, held);
            result.energy = energy_of(campaign.power,
                                      outcome.nodes,
                                      held,
                                      campaign.utilisation * result.forecast.goodput);
            outcome.campaign_result = std::move(result);
        }
    }
}

}  // namespace clustersim
