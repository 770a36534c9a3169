// SPDX-License-Identifier: Apache-2.0
#include "sim/study/campaign_results.hpp"

#include "sim/core/random_stream.hpp"

#include <utility>

namespace clustersim {
namespace {

/// The course of the submission in one replicate. All runs before the last were preempted; the last one was only if the
/// job was cancelled.
QueueTurns turns_of(QueueSample const& sample) {
    if (!sample.course) return {{sample.wait().duration(), std::nullopt}};
    QueueTurns turns;
    Instant since = sample.submitted;
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

}  // namespace

void add_campaign_results(Study& study, std::vector<ResolvedRun> const& runs) {
    for (std::size_t r = 0; r < study.runs.size(); ++r) {
        for (JobOutcome& outcome : study.runs[r].outcomes) {
            if (!outcome.campaign) continue;
            std::vector<QueueTurns> const turns = turns_of(outcome);
            // A job that does not always start has no calendar time.
            if (turns.empty() && !outcome.samples.empty()) continue;
            PlannedCampaign const& campaign = *outcome.campaign;
            CampaignResult result;
            result.forecast =
                forecast_campaign(campaign.plan,
                                  campaign.uncertainty,
                                  turns,
                                  RandomStream(runs[r].scenario.seed, "campaign." + outcome.job));
            Duration const held = result.forecast.mean.occupied;
            result.bill = bill_of(*runs[r].partition, *runs[r].node_type, campaign.share, held);
            result.energy = energy_of(campaign.power,
                                      outcome.nodes,
                                      held,
                                      campaign.utilisation * result.forecast.goodput);
            outcome.campaign_result = std::move(result);
        }
    }
}

}  // namespace clustersim
