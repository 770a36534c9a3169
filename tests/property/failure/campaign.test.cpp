// SPDX-License-Identifier: Apache-2.0
#include "models/failure/campaign.hpp"

#include "tests/support/catch.hpp"

#include <rapidcheck.h>

#include <vector>

using namespace clustersim;

namespace {

CampaignPlan some_plan() {
    CampaignPlan plan;
    plan.work = seconds(*rc::gen::inRange(60, 5'000'000));
    plan.startup = seconds(*rc::gen::inRange(0, 3600));
    plan.restart = plan.startup;
    plan.interval = seconds(*rc::gen::inRange(30, 20'000));
    plan.checkpoint.block = seconds(*rc::gen::inRange(1, 600));
    plan.checkpoint.drain = seconds(*rc::gen::inRange(0, 600));
    plan.walltime = plan.startup + plan.checkpoint.block + plan.checkpoint.drain +
                    seconds(*rc::gen::inRange(600, 400'000));
    plan.in_place = *rc::gen::arbitrary<bool>();
    return plan;
}

}  // namespace

TEST_CASE("a campaign takes at least its work and holds nodes no longer than its calendar time",
          "[failure][property]") {
    CHECK(rc::check(
        "bounds",
        [] {
            CampaignPlan const plan = some_plan();
            Duration const mtbf =
                plan.startup + plan.interval + seconds(*rc::gen::inRange(3600, 10'000'000));
            Duration const wait = seconds(*rc::gen::inRange(0, 100'000));
            std::vector<QueueTurns> const turns{{{wait, std::nullopt}}};
            RandomStream random(*rc::gen::inRange(1, 1000), "property");
            CampaignRun const run = run_campaign(plan, mtbf, turns, random);
            RC_ASSERT(run.occupied >= plan.work);
            RC_ASSERT(run.calendar.si() + 1e-6 >=
                      run.occupied.si() + wait.si() * run.submissions * (1 - 1e-12));
            RC_ASSERT(run.occupied <= plan.walltime * run.submissions * (1 + 1e-12));
        }));
}

TEST_CASE("a submission saves at most its walltime, and a longer one saves no less",
          "[failure][property]") {
    CHECK(rc::check(
        "saved work",
        [] {
            CampaignPlan plan = some_plan();
            Duration const saved = saved_by_submission(plan);
            RC_ASSERT(saved <= plan.walltime);
            Duration const mtbf = seconds(*rc::gen::inRange(600, 10'000'000));
            RC_ASSERT(mean_submission(plan, mtbf).saved <= saved * (1 + 1e-9));
            plan.walltime += seconds(*rc::gen::inRange(1, 10'000));
            RC_ASSERT(saved_by_submission(plan).si() >= saved.si() - 1e-6);
        }));
}
