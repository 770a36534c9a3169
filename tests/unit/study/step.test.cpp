// SPDX-License-Identifier: Apache-2.0
#include "sim/study/step.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

using namespace clustersim;

namespace {

StepQuestion step_question() {
    StepQuestion q;
    q.application = "gpt-857m";
    q.system = "lumi";
    q.nodes = {2, 4};
    return q;
}

}  // namespace

TEST_CASE("a step is predicted on every count of nodes, efficiency against the fewest",
          "[study][unit]") {
    auto const found = predict_steps(step_question(), shipped_library());
    REQUIRE(found.answer);
    CHECK_FALSE(found.problems.has_errors());
    REQUIRE(found.answer->points.size() == 2);
    auto const& few = found.answer->points[0].point;
    auto const& more = found.answer->points[1].point;
    CHECK(few.efficiency == Approx(1.0));
    CHECK(more.efficiency < 1.0);
    CHECK(more.efficiency > 0.5);
    CHECK(more.plan.devices() == 2 * few.plan.devices());
}

TEST_CASE("the plans of a sweep are predicted one after the other", "[study][unit]") {
    StepQuestion q = step_question();
    q.nodes = {2};
    q.sweep = "tp=1,2";
    auto const found = predict_steps(q, shipped_library());
    REQUIRE(found.answer);
    REQUIRE(found.answer->points.size() == 2);
    CHECK(found.answer->points[0].point.plan.tensor == 1);
    CHECK(found.answer->points[1].point.plan.tensor == 2);
}

TEST_CASE("an impossible plan is a problem, and the others are answered", "[study][unit]") {
    StepQuestion q = step_question();
    q.nodes = {2};
    q.sweep = "tp=2,3";
    auto const found = predict_steps(q, shipped_library());
    REQUIRE(found.answer);
    CHECK(found.answer->points.size() == 1);
    REQUIRE(found.problems.has_errors());
    CHECK(found.problems.items().front().message.find("tp=3") == 0);
}

TEST_CASE("unknown names of application and machine are reported together", "[study][unit]") {
    StepQuestion q = step_question();
    q.application = "gpt-857";
    q.system = "lumy";
    auto const found = predict_steps(q, shipped_library());
    CHECK_FALSE(found.answer);
    CHECK(found.problems.items().size() == 2);
}

TEST_CASE("a remark names more nodes than the partition has", "[study][unit]") {
    StepQuestion q = step_question();
    q.nodes = {4096};
    auto const found = predict_steps(q, shipped_library());
    REQUIRE(found.answer);
    REQUIRE(found.remarks.size() == 1);
    CHECK(found.remarks.front().find("4096") != std::string::npos);
}
