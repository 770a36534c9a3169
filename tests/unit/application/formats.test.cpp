// SPDX-License-Identifier: Apache-2.0
#include "models/application/activation_memory.hpp"
#include "models/application/layer_traffic.hpp"
#include "models/application/memory.hpp"
#include "models/application/plan_notes.hpp"
#include "models/application/plan_text.hpp"
#include "models/application/step_time.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

namespace {

Plan tuned() {
    Plan plan;
    plan.data = 4;
    plan.micro_batch = 8;
    plan.adapters = 16;
    return plan;
}

Platform with_fp8() {
    Platform platform = hand_made::platform();
    platform.accelerator
        .peak[static_cast<std::size_t>(Precision::fp8)][static_cast<std::size_t>(Unit::matrix)] =
        flop_per_second(200e12);
    platform.node.link.host = bytes_per_second(10e9);
    return platform;
}

StepTime step_of(Plan const& plan) {
    Application const application = hand_made::application(hand_made::small());
    auto const context = prepare_step(application, with_fp8(), plan);
    REQUIRE(context);
    return step_time(std::get<Transformer>(application.model), plan, *context);
}

/// The number of problems that a plan has.
std::size_t problems_of(Plan const& plan, Platform const& platform = with_fp8()) {
    auto const context = prepare_step(hand_made::application(hand_made::small()), platform, plan);
    return context ? 0 : context.error().items().size();
}

}  // namespace

TEST_CASE("frozen weights take the bytes of their format, tables do not", "[application][unit]") {
    Plan plan = tuned();
    Transformer const m = hand_made::small();
    double const tables = embedding_parameters(m);
    double const maps = m.layers * layer_parameters(m);
    CHECK(step_of(plan).memory.weights.si() == Approx(2.0 * (maps + tables)).epsilon(1e-3));
    plan.frozen = WeightFormat::nf4;
    double const each = bits_of(WeightFormat::nf4).size().si();
    CHECK(step_of(plan).memory.weights.si() == Approx(each * maps + 2.0 * tables).epsilon(1e-3));
}

TEST_CASE("weights that products cannot read are unpacked before each pass",
          "[application][unit]") {
    Plan plan = tuned();
    StepTime const plain = step_of(plan);
    plan.frozen = WeightFormat::nf4;
    StepTime const unpacked = step_of(plan);
    // Both passes of four layers read 0.516 and write 2 bytes of each weight, at 1 TB/s.
    double const maps = 4.0 * 12.0 * 1024.0 * 1024.0;
    double const each = bits_of(WeightFormat::nf4).size().si() + 2.0;
    CHECK((unpacked.compute - plain.compute).si() ==
          Approx(2.0 * maps * each / 1e12).epsilon(1e-6));
    CHECK(unpacked.memory.working > plain.memory.working);
    CHECK(plan_notes(hand_made::application(hand_made::small()), plan).size() == 1);
    plan.frozen = WeightFormat::nvfp4;
    CHECK(plan_notes(hand_made::application(hand_made::small()), plan).size() == 1);

    plan.precision = Precision::fp8;
    plan.frozen = WeightFormat::fp8;
    StepTime const as_stored = step_of(plan);
    plan.frozen = WeightFormat::plain;
    CHECK(as_stored.compute == step_of(plan).compute);
    CHECK(plan_notes(hand_made::application(hand_made::small()), plan).empty());
}

TEST_CASE("activations in 8 bits take less memory, and attention in FP8 less time",
          "[application][unit]") {
    Plan plan = tuned();
    StepTime const plain = step_of(plan);
    plan.saved = NarrowFormat::fp8;
    StepTime const saved = step_of(plan);
    CHECK(saved.memory.activations < plain.memory.activations);
    CHECK(saved.total == plain.total);
    plan.attention = NarrowFormat::fp8;
    StepTime const narrow = step_of(plan);
    CHECK(narrow.memory.activations < saved.memory.activations);
    CHECK(narrow.compute < saved.compute);
}

TEST_CASE("what only gradients of weights need is not kept beside adapters",
          "[application][unit]") {
    Plan plan = tuned();
    double const adapted = step_of(plan).memory.activations.si();
    plan.adapters = 0;
    double const trained = step_of(plan).memory.activations.si();
    // A norm's output of one block of two, and the input of the outer map, in half precision.
    double const tokens = 8.0 * 1024.0 * 4.0;
    CHECK(trained - adapted == Approx(tokens * 2.0 * (1024.0 + 4096.0)));
}

TEST_CASE("recomputing some layers lies between all and none", "[application][unit]") {
    Plan plan;
    plan.micro_batch = 8;
    StepTime const none = step_of(plan);
    plan.recompute = Recompute::full;
    StepTime const all = step_of(plan);
    plan.recompute_layers = 2;
    StepTime const half = step_of(plan);
    CHECK(half.recompute.si() == Approx(0.5 * all.recompute.si()));
    CHECK(half.memory.activations.si() ==
          Approx(0.5 * (none.memory.activations + all.memory.activations).si()));
    CHECK(half.hardware_flop.si() == Approx(0.5 * (none.hardware_flop + all.hardware_flop).si()));
    plan.recompute_layers = 0;
    plan.recompute_every = 2;
    StepTime const second = step_of(plan);
    CHECK(second.total == half.total);
    CHECK(second.memory.total() == half.memory.total());
    plan.recompute_every = 3;  // of four layers, three are kept
    StepTime const third = step_of(plan);
    CHECK(third.memory.activations.si() ==
          Approx((0.75 * none.memory.activations + 0.25 * all.memory.activations).si()));
    CHECK(third.recompute.si() == Approx(all.recompute.si() / 3.0));
    plan.recompute_every = 0;
    plan.recompute = Recompute::operators;
    StepTime const operators = step_of(plan);
    CHECK(operators.recompute > Duration{});
    CHECK(operators.recompute < all.recompute);
    CHECK(operators.memory.activations > all.memory.activations);
    CHECK(operators.memory.activations < none.memory.activations);
    CHECK(operators.hardware_flop > none.hardware_flop);
}

TEST_CASE("paged states leave the device and cross the link to the host", "[application][unit]") {
    Plan plan = tuned();
    StepTime const plain = step_of(plan);
    plan.paged = true;
    StepTime const paged = step_of(plan);
    CHECK(paged.memory.optimizer == Bytes{});
    CHECK((paged.optimizer - plain.optimizer).si() ==
          Approx(2.0 * plain.memory.optimizer.si() / 10e9));
    CHECK(problems_of(plan, hand_made::platform()) == 1);
}

TEST_CASE("formats without a meaning are refused, all at once", "[application][unit]") {
    Plan plan;
    plan.frozen = WeightFormat::nf4;
    plan.attention = NarrowFormat::fp8;
    plan.recompute_layers = 2;
    plan.paged = true;
    CHECK(problems_of(plan, hand_made::platform()) == 4);
    plan = tuned();
    plan.recompute = Recompute::full;
    plan.recompute_layers = 5;
    CHECK(problems_of(plan) == 1);
    plan.recompute_layers = 4;
    CHECK(problems_of(plan) == 0);
    plan.recompute_every = 2;
    CHECK(problems_of(plan) == 1);  // both
    plan.recompute_layers = 0;
    CHECK(problems_of(plan) == 0);
    plan.recompute_every = 5;
    CHECK(problems_of(plan) == 1);
    plan.recompute_every = 2;
    plan.recompute = Recompute::none;
    CHECK(problems_of(plan) == 1);
    plan = tuned();
    plan.adapters = 1025;  // wider than the model
    CHECK(problems_of(plan) == 1);

    Application network = hand_made::application(hand_made::small());
    network.model = hand_made::two_convolutions();
    Plan replicas;
    replicas.saved = NarrowFormat::fp8;
    replicas.precision = Precision::fp16;
    CHECK_FALSE(prepare_step(network, with_fp8(), replicas));
}

TEST_CASE("a plan's bucket takes the place of the software's", "[application][unit]") {
    GradientBucket software;
    software.gradients = 40e6;
    software.gradients_per_replica = 1e6;
    Plan plan;
    plan.data = 64;
    plan.context = 2;
    auto const count = [&] { return bucket_count(software, 1.28e9, bytes(2), 32.0, plan); };
    CHECK(count() == 20.0);
    software.counts_context = true;
    CHECK(count() == 10.0);
    plan.bucket.gradients = 768e6;
    CHECK(count() == 2.0);
    plan.bucket = {0.0, bytes(256e6)};
    CHECK(count() == 10.0);
}

TEST_CASE("buckets are read by number and by size", "[application][unit]") {
    CHECK(read_bucket("40e6")->gradients == 40e6);
    CHECK(read_bucket("25 MiB")->size.si() == 25.0 * 0x1p20);
    for (char const* wrong : {"0", "-1", "many", "nan", "40e6 gradients", "1e13", ""})
        CHECK_FALSE(read_bucket(wrong));
    auto const plan = read_plan("lora=16,frozen=nf4,saved=fp8,attention=fp8,paged=on,bucket=25MiB");
    REQUIRE(plan);
    CHECK_FALSE(plan->lays_out());
    CHECK(read_plan(written_plan(plan->over({})))->over({}).bucket == plan->plan.bucket);
    CHECK_FALSE(read_plan("frozen=fp5"));
}

TEST_CASE("a bucket larger than what a device reduces is told", "[application][unit]") {
    Plan plan;
    plan.data = 4;
    plan.bucket.gradients = 1e9;
    auto const notes = plan_notes(hand_made::application(hand_made::small()), plan);
    REQUIRE(notes.size() == 1);
    CHECK(notes.front().find("larger than all") != std::string::npos);
    plan.bucket.gradients = 1e6;
    CHECK(plan_notes(hand_made::application(hand_made::small()), plan).empty());
}
