// SPDX-License-Identifier: Apache-2.0
#include "models/application/step_waits.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

StepTime loading_step() {
    StepTime step;
    step.total = seconds(2.0);
    step.compute = seconds(2.0);
    step.low = seconds(1.8);
    step.high = seconds(2.2);
    step.mfu = 0.4;
    step.samples_per_second = 100.0;
    return step;
}

}  // namespace

TEST_CASE("loading that ends before the step does costs nothing", "[application][unit]") {
    StepTime const hidden = loaded(loading_step(), seconds(1.9));
    CHECK(hidden.total == seconds(2.0));
    CHECK(hidden.load == Duration{});
    // A step at its good end is shorter and would wait.
    CHECK(hidden.low == seconds(1.9));
    CHECK(hidden.high == seconds(2.2));
}

TEST_CASE("a step waits for loading that takes longer, and its rates fall", "[application][unit]") {
    StepTime const waits = loaded(loading_step(), seconds(4.0));
    CHECK(waits.total == seconds(4.0));
    CHECK(waits.load == seconds(2.0));
    CHECK(waits.samples_per_second == Approx(50.0));
    CHECK(waits.mfu == Approx(0.2));
    CHECK(waits.low == seconds(4.0));
    CHECK(waits.high == seconds(4.0));
}

TEST_CASE("waiting for slower devices is idle time", "[application][unit]") {
    StepTime const idle = delayed(loading_step(), seconds(0.5));
    CHECK(idle.total == seconds(2.5));
    CHECK(idle.idle == seconds(0.5));
    CHECK(idle.high == seconds(2.7));
    CHECK(idle.samples_per_second == Approx(80.0));
}
