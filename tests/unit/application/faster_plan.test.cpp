// SPDX-License-Identifier: Apache-2.0
#include "models/application/faster_plan.hpp"

#include "models/application/plan_text.hpp"
#include "models/application/scaling.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_platform.hpp"

using namespace clustersim;

namespace {

std::optional<FasterPlan> faster_than(char const* name, char const* changes) {
    Application const app = application(name);
    Plan plan = *plan_for(app, leonardo(), 4, Scaling::weak);
    plan = read_plan(changes)->over(plan);
    auto const step = step_time(app, leonardo(), plan);
    REQUIRE(step);
    return faster_plan(app, leonardo(), plan, *step);
}

}  // namespace

TEST_CASE("a plan that waits for the host is told of a larger micro-batch", "[application][unit]") {
    auto const faster = faster_than("bert-base", "mb=1,acc=16");
    REQUIRE(faster);
    CHECK(faster->host);
    CHECK(faster->speed > 1.5);
    CHECK(in_words(*faster).starts_with("waits for the host: "));
    CHECK(faster->changes.find("mb=") != std::string::npos);
}

TEST_CASE("a plan that leaves little on the table is not told of another", "[application][unit]") {
    CHECK_FALSE(faster_than("llama-7b", "tp=1,pp=1,dp=16,mb=1,acc=16,zero=1,recompute=none"));
}
