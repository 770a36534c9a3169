// SPDX-License-Identifier: Apache-2.0
#include "models/failure/campaign.hpp"

#include "tests/support/catch.hpp"

#include <vector>

using namespace clustersim;

namespace {

/// Ten days of work in submissions of a day each, of which ten minutes are start-up; a checkpoint of
/// one minute after every hour of work.
CampaignPlan ten_days() {
    CampaignPlan plan;
    plan.work = hours(240);
    plan.walltime = hours(24);
    plan.startup = seconds(600);
    plan.restart = seconds(600);
    plan.interval = hours(1);
    plan.checkpoint = {seconds(60), {}, seconds(30)};
    return plan;
}

Duration const never = hours(1e12);

CampaignUncertainty certain(Duration device_mtbf, int devices) {
    Frequency const rate = 1.0 / device_mtbf;
    return {{rate, rate, rate}, devices, 1.0, 1.0};
}

}  // namespace

TEST_CASE("a submission saves whole rounds and a shorter last one", "[failure][unit]") {
    // 23 h 50 min hold 23 rounds of 61 min and 27 min more, one minute of which is the checkpoint.
    CHECK(saved_by_submission(ten_days()).si() == Approx(23 * 3600 + 26 * 60));
    CampaignPlan late = ten_days();
    late.checkpoint.drain = hours(1);
    CHECK(saved_by_submission(late).si() == Approx(22 * 3600 + 28 * 60 - 60));
    CampaignPlan none = ten_days();
    none.walltime = seconds(650);
    CHECK(saved_by_submission(none).si() == 0.0);
}

TEST_CASE("without failures a campaign follows from arithmetic", "[failure][unit]") {
    RandomStream random(1, "test");
    CampaignPlan const plan = ten_days();
    CampaignRun const run = run_campaign(plan, never, {}, random);
    // Ten submissions save 23 h 26 min each, 234 h 20 min; the rest of 5 h 40 min takes an eleventh.
    CHECK(run.submissions == 11);
    CHECK(run.failures == 0);
    CHECK(run.occupied.si() == Approx(10 * 86400 + 600 + (5 * 3600 + 40 * 60) + 6 * 60));
    CHECK(run.calendar == run.occupied);
    std::vector<QueueTurns> const turns{{{hours(5), std::nullopt}}};
    CHECK(run_campaign(plan, never, turns, random).calendar.si() ==
          Approx(run.occupied.si() + 11 * 5 * 3600));
}

TEST_CASE("a run stopped for other jobs resumes from the last checkpoint in the same submission",
          "[failure][unit]") {
    CampaignPlan plan = ten_days();
    plan.work = hours(8);
    RandomStream random(1, "test");
    // Stopped after 3 h: two rounds of 61 min are saved, so six hours of work remain.
    std::vector<QueueTurns> const turns{{{hours(1), hours(3)}, {hours(2), std::nullopt}}};
    CHECK(saved_when_stopped(plan, hours(3)) == hours(2));
    CHECK(saved_when_stopped(plan, seconds(300)) == Duration{});
    CampaignRun const run = run_campaign(plan, never, turns, random);
    CHECK(run.submissions == 1);
    CHECK(run.occupied.si() == Approx(3 * 3600 + 600 + 6 * 3660 + 0));
    CHECK(run.calendar.si() == Approx(run.occupied.si() + 3 * 3600));
}

TEST_CASE("a submission cancelled for other jobs leaves its checkpoints to the next one",
          "[failure][unit]") {
    CampaignPlan plan = ten_days();
    plan.work = hours(4);
    plan.checkpoint.drain = Duration{};
    RandomStream random(1, "test");
    std::vector<QueueTurns> const turns{{{hours(1), hours(3)}}};
    CampaignRun const run = run_campaign(plan, never, turns, random);
    CHECK(run.submissions == 2);
    CHECK(run.occupied.si() == Approx(3 * 3600 + 600 + 2 * 3660));
}

TEST_CASE("work that fits in one submission needs one", "[failure][unit]") {
    CampaignPlan plan = ten_days();
    plan.work = hours(2);
    RandomStream random(1, "test");
    CampaignRun const run = run_campaign(plan, never, {}, random);
    CHECK(run.submissions == 1);
    CHECK(run.occupied.si() == Approx(600 + 2 * 3660));
}

TEST_CASE("sampled campaigns agree with the closed form of renewals", "[failure][unit]") {
    CampaignPlan plan = ten_days();
    plan.work = hours(24 * 400);
    Duration const mtbf = hours(30);
    SubmissionMean const mean = mean_submission(plan, mtbf);
    CampaignForecast const forecast =
        forecast_campaign(plan, certain(mtbf * 8.0, 8), {}, RandomStream(7, "test"));
    CHECK(forecast.goodput == Approx(mean.saved / mean.occupied).epsilon(0.005));
    CHECK(forecast.mean.submissions == Approx(plan.work / mean.saved).epsilon(0.005));
}

TEST_CASE("resuming in place in an endless allocation takes Daly's time", "[failure][unit]") {
    CampaignPlan plan = ten_days();
    plan.in_place = true;
    plan.walltime = hours(1e7);
    plan.work = hours(2400);
    Duration const mtbf = hours(12);
    CampaignForecast const forecast =
        forecast_campaign(plan, certain(mtbf * 8.0, 8), {}, RandomStream(7, "test"));
    Duration const daly =
        expected_time(plan.work, plan.interval, plan.checkpoint.block, plan.restart, mtbf);
    CHECK(forecast.mean.occupied.si() == Approx(daly.si()).epsilon(0.01));
}

TEST_CASE("an uncertain rate and speed widen the calendar", "[failure][unit]") {
    CampaignPlan const plan = ten_days();
    CampaignUncertainty uncertain{reference_failure_rate(), 1024, 0.85, 1.2};
    CampaignForecast const wide = forecast_campaign(plan, uncertain, {}, RandomStream(3, "test"));
    uncertain.work_low = uncertain.work_high = 1.0;
    CampaignForecast const narrow = forecast_campaign(plan, uncertain, {}, RandomStream(3, "test"));
    CHECK(wide.calendar_low < wide.calendar_median);
    CHECK(wide.calendar_median < wide.calendar_high);
    CHECK(wide.calendar_high - wide.calendar_low > narrow.calendar_high - narrow.calendar_low);
}
