// SPDX-License-Identifier: Apache-2.0
#include "sim/study/campaign_results.hpp"

#include "sim/scenario/defaults.hpp"
#include "sim/scenario/resolve.hpp"
#include "sim/study/metric.hpp"
#include "sim/study/metric_table.hpp"
#include "sim/study/run_study.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

#include <string>
#include <vector>

using namespace clustersim;

TEST_CASE("a study forecasts its long runs, and their cost follows the time held",
          "[study][unit]") {
    ConfigNode document = *parse_yaml(scenario_defaults, "default");
    merge_onto(document,
               *parse_yaml("schema: clustersim/scenario/1\ntitle: t\nsystem: leonardo\nreplicates: "
                           "1\nbackground: {mix: none}\njobs: {a: {application: "
                           "llama-7b, nodes: 16, tokens: 1e11, checkpoint: {}}}\n",
                           "study.yaml"));
    auto const runs = resolve_all(*expand_sweep(document), shipped_library());
    REQUIRE(runs);
    Study const study = run_study(*runs, {});
    JobOutcome const& outcome = study.runs.front().outcomes.front();
    REQUIRE(outcome.campaign_result);
    CampaignResult const& campaign = *outcome.campaign_result;
    CampaignForecast const& forecast = campaign.forecast;
    CHECK(forecast.goodput > 0.9);
    CHECK(forecast.goodput < 1.0);
    CHECK(forecast.calendar_low < forecast.calendar_median);
    CHECK(forecast.mean.submissions >= outcome.campaign->plan.work / hours(24));
    CHECK(campaign.bill.node_hours.value == Approx(16 * forecast.mean.occupied.si() / 3600));
    CHECK(campaign.energy.facility > outcome.energy.facility);
    // A free machine: nothing but the model and failures.
    Duration const all = forecast.calendar_high - forecast.calendar_low;
    CHECK(campaign.spread.queue == Duration{});
    CHECK(campaign.spread.model > Duration{});
    CHECK(campaign.spread.failures > Duration{});
    CHECK(all < campaign.spread.model + campaign.spread.failures);
}

TEST_CASE("checkpoints never cost less than none, whatever the seed", "[study][unit]") {
    for (int seed = 1; seed <= 5; ++seed) {
        std::vector<double> costs;
        for (char const* more : {"", ", checkpoint: {every: 1 h}", ", checkpoint: {every: 12 h}"}) {
            ConfigNode document = *parse_yaml(scenario_defaults, "default");
            merge_onto(document,
                       *parse_yaml("schema: clustersim/scenario/1\ntitle: t\nsystem: leonardo\n"
                                   "partition: boost_usr_prod\nreplicates: 1\nseed: " +
                                       std::to_string(seed) +
                                       "\njobs: {a: {application: llama-7b, nodes: 16, steps: 700, "
                                       "training: {global-batch: 1024}" +
                                       more + "}}\n",
                                   "study.yaml"));
            auto const runs = resolve_all(*expand_sweep(document), shipped_library());
            REQUIRE(runs);
            Study const study = run_study(*runs, {});
            costs.push_back(*metric_named("gpu_hours").value(study.runs[0].outcomes[0]));
        }
        CHECK(costs[1] > costs[0]);
        CHECK(costs[2] > costs[0]);
        // A failure loses up to half a day's work, or half an hour's.
        CHECK(costs[1] < 1.1 * costs[0]);
    }
}
