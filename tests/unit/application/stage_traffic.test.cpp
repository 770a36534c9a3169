// SPDX-License-Identifier: Apache-2.0
#include "models/application/stage_traffic.hpp"

#include "models/application/step_time.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

TEST_CASE("a bucket holds the largest of the sizes that the framework gives",
          "[application][unit]") {
    Plan plan;
    plan.data = 64;
    double const gradients = 1e9;
    auto const count = [&](GradientBucket const& bucket) {
        return bucket_count(bucket, gradients, bytes(2.0), 10.0, plan);
    };
    CHECK(count({}) == 1.0);
    CHECK(count({.size = bytes(25e6)}) == 80.0);
    CHECK(count({.gradients = 40e6}) == 25.0);
    CHECK(count({.layers = 1.0}) == 10.0);
    GradientBucket const grows{.gradients = 40e6, .gradients_per_replica = 1e6};
    CHECK(count(grows) == 16.0);
    plan.data = 8;
    CHECK(count(grows) == 25.0);
    plan.data = 2000;
    CHECK(count(grows) == 1.0);
    plan.virtual_stages = 4;
    CHECK(count(grows) == 4.0);
}

namespace {

/// Eight devices with whole shards, or with those of the two devices of a node.
Plan fully_sharded(int shard_devices) {
    Plan plan;
    plan.precision = Precision::bf16;
    plan.data = 8;
    plan.sharding = Sharding::parameters;
    plan.micro_batch = 64;
    plan.shard_devices = shard_devices;
    return plan;
}

StepTime sharded_step(Plan const& plan, Framework const& framework) {
    Application a = hand_made::application(hand_made::small());
    a.training.framework = framework;
    auto platform = hand_made::platform();
    platform.node.gpus = 2;
    auto const context = prepare_step(a, platform, plan);
    REQUIRE(context);
    return step_time(std::get<Transformer>(a.model), plan, *context);
}

}  // namespace

TEST_CASE("replicas of sharded states sum their gradients beside the backward pass",
          "[application][unit]") {
    Framework framework = hand_made::ideal();
    Plan const hybrid = fully_sharded(2);
    Duration const bare = sharded_step(hybrid, framework).dp_exposed;
    framework.parameter_overlap = 1.0;
    Duration const hidden = sharded_step(hybrid, framework).dp_exposed;
    // What remains is one of four layers.
    CHECK(hidden < 0.5 * bare);
    CHECK(hidden.si() > 0.0);
    framework.gradient = bytes(2.0);
    Duration const narrow = sharded_step(hybrid, framework).dp_exposed;
    CHECK(narrow < hidden);
    CHECK(narrow < sharded_step(fully_sharded(0), framework).dp_exposed);
}

TEST_CASE("replicas of sharded states sum their gradients after each pass or once a step",
          "[application][unit]") {
    Framework once = hand_made::ideal();
    Framework always = once;
    always.sums_each_pass = true;
    Plan plan = fully_sharded(2);
    CHECK(sharded_step(plan, always).dp_exposed == sharded_step(plan, once).dp_exposed);
    plan.accumulation = 4;
    CHECK(sharded_step(plan, always).dp_exposed > sharded_step(plan, once).dp_exposed);
    CHECK(sharded_step(plan, always).dp_exposed.si() ==
          Approx(4.0 * sharded_step(fully_sharded(2), always).dp_exposed.si()));
    plan.shard_devices = 0;
    CHECK(sharded_step(plan, always).dp_exposed == sharded_step(plan, once).dp_exposed);
}

TEST_CASE("only interleaved stages send beside other micro-batches", "[application][unit]") {
    Application a = hand_made::application(hand_made::small());
    auto const messages = [&](int pieces, double overlap) {
        Plan plan;
        plan.precision = Precision::fp16;
        plan.pipeline = 2;
        plan.accumulation = 4;
        plan.virtual_stages = pieces;
        a.training.framework.stage_overlap = overlap;
        auto const context = prepare_step(a, hand_made::platform(), plan);
        REQUIRE(context);
        return step_time(std::get<Transformer>(a.model), plan, *context).pp_comm;
    };
    CHECK(messages(1, 0.5) == messages(1, 0.0));
    CHECK(messages(2, 0.5).si() == Approx(0.5 * messages(2, 0.0).si()));
}
