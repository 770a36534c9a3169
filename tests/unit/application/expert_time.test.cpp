// SPDX-License-Identifier: Apache-2.0
#include "models/application/step_time.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

TEST_CASE("the host waits for numbers of tokens unless experts have a capacity",
          "[application][unit]") {
    Transformer m = hand_made::small();
    m.experts = {8, 2, 4096, 0, 0};
    Plan plan;
    plan.precision = Precision::fp16;
    plan.data = plan.expert = 4;
    auto const step = [&](double capacity, Duration wait) {
        m.experts.capacity = capacity;
        Application a = hand_made::application(m);
        a.training.framework.routed_wait = wait;
        auto const context = prepare_step(a, hand_made::platform(), plan);
        REQUIRE(context);
        return step_time(m, plan, *context);
    };
    StepTime const free = step(0.0, Duration{});
    // Once before the forward pass of each of four layers, twice before its backward pass.
    CHECK(step(0.0, seconds(1.0)).compute.si() == Approx(12.0).epsilon(0.1));
    CHECK(step(1.0, seconds(1.0)).compute.si() == Approx(free.compute.si()));
    CHECK(step(1.0, seconds(1.0)).ep_comm.si() == Approx(free.ep_comm.si()));
    // Twice the mean is computed and sent, whatever an expert gets.
    CHECK(step(2.0, Duration{}).compute > 1.2 * free.compute);
    CHECK(step(2.0, Duration{}).ep_comm.si() == Approx(2.0 * free.ep_comm.si()));
}
