// SPDX-License-Identifier: Apache-2.0
#include "models/application/scaling.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

#include <array>

using namespace clustersim;

namespace {

/// 4 layers on 4 devices a copy: two-way tensor parallelism, two stages.
Application split_model() {
    Application a = hand_made::application(hand_made::small());
    a.training.tensor = 2;
    a.training.model_devices = 4;
    a.training.weak_accumulation = 8;
    a.training.strong_batch = 64;
    return a;
}

}  // namespace

TEST_CASE("weak scaling keeps the accumulation, strong the global batch", "[application][unit]") {
    auto const weak = plan_for(split_model(), hand_made::platform(), 4, Scaling::weak);
    REQUIRE(weak);
    CHECK(weak->tensor == 2);
    CHECK(weak->pipeline == 2);
    CHECK(weak->data == 4);
    CHECK(weak->accumulation == 8);
    CHECK(weak->devices() == 16);
    auto const strong = plan_for(split_model(), hand_made::platform(), 4, Scaling::strong);
    REQUIRE(strong);
    CHECK(strong->accumulation == 16);
    CHECK(strong->global_batch() == 64.0);
}

TEST_CASE("tensor parallelism stays inside the node", "[application][unit]") {
    Application a = split_model();
    a.training.tensor = 8;
    a.training.model_devices = 16;
    auto const plan = plan_for(a, hand_made::platform(), 4, Scaling::weak);
    REQUIRE(plan);
    CHECK(plan->tensor == 4);
    CHECK(plan->pipeline == 4);
    CHECK(minimum_nodes(a, hand_made::platform()) == 4);
}

TEST_CASE("impossible node counts and batches are refused", "[application][unit]") {
    Application a = split_model();
    a.training.model_devices = 8;
    auto const few = plan_for(a, hand_made::platform(), 1, Scaling::weak);
    REQUIRE_FALSE(few);
    CHECK(few.error().items().front().code == Code::never_fits);
    CHECK(few.error().items().front().message ==
          "1 node has 4 devices, one copy of hand-made takes 8");
    CHECK(few.error().items().front().help == "at least 2 nodes");
    auto const odd = plan_for(a, hand_made::platform(), 3, Scaling::weak);
    REQUIRE_FALSE(odd);
    CHECK(odd.error().items().front().code == Code::inconsistent);
    CHECK_FALSE(plan_for(a, hand_made::platform(), 0, Scaling::weak));

    a = split_model();
    auto const uneven = plan_for(a, hand_made::platform(), 3, Scaling::strong);
    REQUIRE_FALSE(uneven);
    CHECK(uneven.error().items().front().message.find("64 does not divide into 3 replicas") !=
          std::string::npos);
    a.training.strong_batch.reset();
    CHECK_FALSE(plan_for(a, hand_made::platform(), 1, Scaling::strong));
}

TEST_CASE("a device's memory picks the micro-batch", "[application][unit]") {
    Application a = split_model();
    a.training.micro_batch = 1;
    a.training.micro_batch_by_memory = {{bytes(40e9), 2}, {bytes(80e9), 4}, {bytes(90e9), 8}};
    CHECK(plan_for(a, hand_made::platform(), 1, Scaling::weak)->micro_batch == 4);
    Platform small = hand_made::platform();
    small.accelerator.memory = bytes(16e9);
    CHECK(plan_for(a, small, 1, Scaling::weak)->micro_batch == 1);
}

TEST_CASE("efficiency is throughput per device over that of the first point",
          "[application][unit]") {
    std::array const nodes{1, 2, 4};
    for (Scaling const scaling : {Scaling::weak, Scaling::strong}) {
        auto const points = scaling_study(split_model(), hand_made::platform(), nodes, scaling);
        REQUIRE(points);
        REQUIRE(points->size() == 3);
        CHECK(points->front().efficiency == 1.0);
        for (ScalingPoint const& point : *points) {
            double const per_device = point.step.samples_per_second / point.plan.devices();
            double const first =
                points->front().step.samples_per_second / points->front().plan.devices();
            CHECK(point.efficiency == Approx(per_device / first));
            CHECK(point.efficiency <= 1.0);
            CHECK_FALSE(point.epoch);
        }
        CHECK(points->back().efficiency < 1.0);
    }
    auto const weak = scaling_study(split_model(), hand_made::platform(), nodes, Scaling::weak);
    auto const strong = scaling_study(split_model(), hand_made::platform(), nodes, Scaling::strong);
    CHECK(strong->back().efficiency <
          weak->back().efficiency * strong->front().step.total / weak->front().step.total);
}

TEST_CASE("an epoch has batches, validation and a fixed cost that slows short epochs",
          "[application][unit]") {
    Application a;
    a.model = hand_made::two_convolutions();
    a.training.framework = hand_made::ideal();
    a.training.precision = Precision::fp16;
    a.training.micro_batch = 10;
    a.training.epoch = {seconds(1e-4), seconds(0), 2.0};
    std::array const nodes{1, 5};
    auto const points = scaling_study(a, hand_made::platform(), nodes, Scaling::weak);
    REQUIRE(points);
    EpochTime const& one = *points->front().epoch;
    Duration const batch = points->front().step.total;
    CHECK(one.batches == 25.0);
    CHECK(one.training.si() == Approx(25.0 * batch.si()));
    CHECK(one.validation.si() == Approx(3.0 * batch.si() / 2.0));
    CHECK(one.total.si() == Approx((one.training + one.validation).si() + 1e-4));
    CHECK(points->back().epoch->batches == 5.0);
    CHECK(points->back().epoch_efficiency < points->back().efficiency);
}

TEST_CASE("one mistake is reported once, whatever the number of points", "[application][unit]") {
    Application a = split_model();
    a.training.precision = Precision::fp8;
    std::array const nodes{1, 2, 4};
    auto const refused = scaling_study(a, hand_made::platform(), nodes, Scaling::weak);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().items().size() == 1);
}

TEST_CASE("all impossible points are reported", "[application][unit]") {
    std::array const nodes{1, 3, 5, 6};
    auto const refused =
        scaling_study(split_model(), hand_made::platform(), nodes, Scaling::strong);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().items().size() == 3);
}
