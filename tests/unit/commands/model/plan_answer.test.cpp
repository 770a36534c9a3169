// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/model/plan_answer.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

using namespace clustersim;

namespace {

PlanQuestion plan_question(std::vector<int> gpus) {
    PlanQuestion q;
    q.application = "gpt3-175b";
    q.system = "leonardo";
    q.gpus = std::move(gpus);
    q.top = 3;
    return q;
}

}  // namespace

TEST_CASE("each count of devices is searched once, in the order asked for", "[study][unit]") {
    auto const setup = plan_setup(plan_question({1024, 512, 1024}), shipped_library());
    REQUIRE(setup.answer);
    CHECK(setup.answer->gpus == std::vector{1024, 512});
    auto const found = find_plans(*setup.answer);
    REQUIRE(found.answer);
    REQUIRE(found.answer->searches.size() == 2);
    for (PlanSearch const& search : found.answer->searches) CHECK(search.best.size() == 3);
    CHECK(found.answer->searches[0].best.front().plan.devices() == 1024);
    CHECK(found.answer->looked_at > 1000);
}

TEST_CASE("a count too small for the model is a problem that names one which is enough",
          "[study][unit]") {
    auto const setup = plan_setup(plan_question({8, 1024}), shipped_library());
    REQUIRE(setup.answer);
    auto const found = find_plans(*setup.answer);
    REQUIRE(found.answer);
    CHECK(found.answer->searches.size() == 1);
    REQUIRE(found.problems.has_errors());
    CHECK(found.problems.items().front().help.find("are enough") != std::string::npos);
}

TEST_CASE("the batch is the application's unless the question has one", "[study][unit]") {
    PlanQuestion q = plan_question({1024});
    auto const own = plan_setup(q, shipped_library());
    q.global_batch = 512;
    auto const asked = plan_setup(q, shipped_library());
    REQUIRE((own.answer && asked.answer));
    CHECK(asked.answer->space.global_batch == 512);
    CHECK(own.answer->space.global_batch != 512);
}
