// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/sweep/sweep_plan.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/study/shipped_options.hpp"

using namespace clustersim;

namespace {

SweepPlanQuestion plan_question() {
    SweepPlanQuestion question;
    question.points = 10'000;
    question.core_time = seconds(2000.0 * 3600.0);
    question.system = "vega";
    question.replicates = 2;
    return question;
}

}  // namespace

TEST_CASE("a plan has arrays on nodes without accelerators, and the first to end is the best",
          "[sweep][unit]") {
    auto const plan = plan_sweep(plan_question(), shipped_options());
    REQUIRE(plan);
    REQUIRE(plan->widths.size() > 3);
    CHECK(plan->widths.front().answer.place.partition == "cpu");
    for (ArrayWidth const& width : plan->widths) {
        CHECK(width.run_time.si() == Approx(10.0 + 2000.0 * 3600.0 / (width.tasks * plan->cores)));
        CHECK(static_cast<double>(width.walltime.count) >= 1.5 * width.run_time.si());
        CHECK(width.walltime.count % 900 == 0);
        REQUIRE(width.end());
        CHECK(*width.end() >= *plan->widths[plan->best].end());
        CHECK(*width.end() >= width.run_time.si());
    }
}

TEST_CASE("an unknown machine is an error", "[sweep][unit]") {
    SweepPlanQuestion question = plan_question();
    question.system = "vegga";
    CHECK_FALSE(plan_sweep(question, shipped_options()));
}
