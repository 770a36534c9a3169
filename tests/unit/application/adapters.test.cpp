// SPDX-License-Identifier: Apache-2.0
#include "models/application/step_time.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

TEST_CASE("adapters spare the products for the weights' gradients, their traffic and update",
          "[application][unit]") {
    Plan plan;
    plan.precision = Precision::fp16;
    plan.data = 4;
    plan.micro_batch = 8;
    Transformer const m = hand_made::small();
    Application application = hand_made::application(m);
    application.training.framework = hand_made::ideal();
    auto const step_of = [&] {
        auto const context = prepare_step(application, hand_made::platform(), plan);
        REQUIRE(context);
        return step_time(m, plan, *context);
    };
    StepTime const whole = step_of();
    plan.adapters = 16;
    StepTime const adapted = step_of();
    CHECK(adapted.model_flop.si() == Approx(4.0 * 8.0 * tuning_flop(m).si()));
    // Two of three products of each map remain, and all of attention.
    CHECK(tuning_flop(m).si() > 2.0 / 3.0 * model_flop(m).si());
    CHECK(adapted.compute < 0.85 * whole.compute);
    CHECK(adapted.compute > 0.6 * whole.compute);
    CHECK(adapted.dp_exposed < 0.1 * whole.dp_exposed);
    CHECK(adapted.optimizer < 0.1 * whole.optimizer);
    CHECK(adapted.memory.weights == whole.memory.weights);
    CHECK(adapted.memory.optimizer < 0.1 * whole.memory.optimizer);
}
