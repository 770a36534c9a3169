// SPDX-License-Identifier: Apache-2.0
//
// States of a network of convolutions that its replicas share.
#include "models/application/memory.hpp"
#include "models/application/step_time.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

namespace {

Plan network_plan(Sharding sharding, int accumulation) {
    Plan plan;
    plan.precision = Precision::fp16;
    plan.data = 4;
    plan.micro_batch = 8;
    plan.accumulation = accumulation;
    plan.sharding = sharding;
    return plan;
}

StepTime network_step(Plan const& plan, Framework const& framework = hand_made::ideal()) {
    Application a = hand_made::application(hand_made::small());
    a.model = hand_made::two_convolutions();
    a.training.framework = framework;
    auto const context = prepare_step(a, hand_made::platform(), plan);
    REQUIRE(context);
    return step_time(std::get<Cnn>(a.model), plan, *context);
}

}  // namespace

TEST_CASE("gradients of a network that are always split travel after each micro-batch",
          "[application][unit]") {
    // Weights of 2 bytes are gathered and gradients of 4 scattered, each once over the links, in place of a reduction
    // of 4 bytes, which is twice that once a step.
    double const reduced = network_step(network_plan(Sharding::none, 1)).dp_exposed.si();
    REQUIRE(reduced > 0.0);
    double const split = network_step(network_plan(Sharding::gradients, 1)).dp_exposed.si();
    CHECK(split == Approx(0.75 * reduced));
    CHECK(network_step(network_plan(Sharding::none, 16)).dp_exposed.si() == Approx(reduced));
    CHECK(network_step(network_plan(Sharding::gradients, 16)).dp_exposed.si() ==
          Approx(16.0 * split));
    // Weights are gathered for the backward pass again if they are split, too.
    CHECK(network_step(network_plan(Sharding::parameters, 1)).dp_exposed.si() == Approx(reduced));
}

TEST_CASE("the software decides in what format the gradients of a network travel",
          "[application][unit]") {
    Framework half = hand_made::ideal();
    half.gradient = bytes(2);
    CHECK(network_step(network_plan(Sharding::none, 1), half).dp_exposed.si() ==
          Approx(0.5 * network_step(network_plan(Sharding::none, 1)).dp_exposed.si()));
}

TEST_CASE("gradients of a network that are added up apart pass through memory in each micro-batch",
          "[application][unit]") {
    Framework apart = hand_made::ideal();
    apart.accumulation = bytes(18);
    double const added = 16.0 * 18.0 * parameters(hand_made::two_convolutions()) / 1e12;
    StepTime const step = network_step(network_plan(Sharding::none, 16), apart);
    CHECK(step.compute.si() - network_step(network_plan(Sharding::none, 16)).compute.si() ==
          Approx(added).epsilon(1e-3));
    CHECK(step.total > network_step(network_plan(Sharding::none, 16)).total);
}

TEST_CASE("replicas of a network hold and update a part of what they share",
          "[application][unit]") {
    Cnn const model = hand_made::two_convolutions();
    auto const memory = [&](Sharding sharding) {
        return memory_use(model, network_plan(sharding, 1), hand_made::ideal());
    };
    MemoryUse const whole = memory(Sharding::none);
    CHECK(memory(Sharding::optimizer).optimizer.si() == Approx(whole.optimizer.si() / 4.0));
    CHECK(memory(Sharding::optimizer).gradients == whole.gradients);
    CHECK(memory(Sharding::gradients).gradients.si() == Approx(whole.gradients.si() / 4.0));
    // The copies of 2 bytes are whole.
    CHECK(memory(Sharding::gradients).weights.si() == Approx(whole.weights.si() / 2.0));
    CHECK(network_step(network_plan(Sharding::gradients, 1)).optimizer <
          network_step(network_plan(Sharding::none, 1)).optimizer);
}
