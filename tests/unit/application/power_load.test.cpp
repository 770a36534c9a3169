// SPDX-License-Identifier: Apache-2.0
#include "models/application/step_time.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

namespace {

StepTime loaded_step(Plan const& plan, Framework const& framework, Platform const& platform) {
    Application a = hand_made::application(hand_made::small());
    a.training.framework = framework;
    auto const context = prepare_step(a, platform, plan);
    REQUIRE(context);
    return step_time(hand_made::small(), plan, *context);
}

Plan loaded_plan() {
    Plan plan;
    plan.precision = Precision::fp16;
    return plan;
}

}  // namespace

TEST_CASE("a device whose kernels start at once and follow each other is at full load",
          "[application][unit]") {
    StepTime const step = loaded_step(loaded_plan(), hand_made::ideal(), hand_made::platform());
    CHECK(step.power_load() == Approx(1.0));
}

TEST_CASE("a device waits for its host at no load", "[application][unit]") {
    Framework slow = hand_made::ideal();
    slow.host_per_kernel = seconds(1e-3);
    StepTime const step = loaded_step(loaded_plan(), slow, hand_made::platform());
    CHECK(step.utilisation() < 0.9);
    CHECK(step.power_load() == Approx(step.utilisation()));
}

TEST_CASE("collectives poll at six tenths of the load", "[application][unit]") {
    Plan plan = loaded_plan();
    plan.data = 8;
    StepTime const step = loaded_step(plan, hand_made::ideal(), hand_made::platform());
    REQUIRE(step.dp_exposed > Duration{});
    double const polling = step.dp_exposed / step.total;
    CHECK(step.power_load() == Approx(1.0 - 0.4 * polling));
}

TEST_CASE("starts of kernels poll, too", "[application][unit]") {
    Platform platform = hand_made::platform();
    platform.accelerator.achievable.launch = seconds(20e-6);
    StepTime const step = loaded_step(loaded_plan(), hand_made::ideal(), platform);
    CHECK(step.utilisation() == Approx(1.0));
    double const started = (step.busy() - step.work) / step.total;
    CHECK(started > 0.01);
    CHECK(step.power_load() == Approx(1.0 - 0.4 * started));
}
