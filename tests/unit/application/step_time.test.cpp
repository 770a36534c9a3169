// SPDX-License-Identifier: Apache-2.0
#include "models/application/step_time.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

namespace {

Plan half_precision() {
    Plan plan;
    plan.precision = Precision::fp16;
    return plan;
}

StepTime step_of(Transformer const& model,
                 Plan const& plan,
                 Framework const& framework = hand_made::ideal()) {
    Application a = hand_made::application(model);
    a.training.framework = framework;
    auto const context = prepare_step(a, hand_made::platform(), plan);
    REQUIRE(context);
    return step_time(model, plan, *context);
}

double sum_of_parts(StepTime const& s) {
    return (s.compute + s.tp_comm + s.pp_comm + s.bubble + s.dp_exposed + s.optimizer + s.overhead)
        .si();
}

}  // namespace

TEST_CASE("one device computes its layers and its logits", "[application][unit]") {
    Transformer const m = hand_made::small();
    StepTime const step = step_of(m, half_precision());
    // Per layer, in units of s h^2: products 24 forward, 48 backward; scores 2 s/h and 5 s/h (fused, the
    // masked half skipped). Width and length are 1024, so s h^2 = 2^30.
    double const unit = 1024.0 * 1024.0 * 1024.0;
    double const products = 4.0 * 72.0 * unit + 6.0 * unit;
    double const scores = 4.0 * 7.0 * unit;
    Roofline const roof = *roofline_of(hand_made::device(), Precision::fp16);
    double vector = 0.0;
    Plan const plan = half_precision();
    vector += 4.0 * (vector_time(layer_forward(m, plan).vector, roof) +
                     vector_time(layer_backward(m, plan).vector, roof))
                        .si();
    vector += (vector_time(logits_forward(m, plan).vector, roof) +
               vector_time(logits_backward(m, plan).vector, roof))
                  .si();
    CHECK(step.compute.si() == Approx((products + scores) / 100e12 + vector));
    CHECK(step.tp_comm == Duration{});
    CHECK(step.pp_comm == Duration{});
    CHECK(step.bubble == Duration{});
    CHECK(step.dp_exposed == Duration{});
    CHECK(step.total.si() == Approx(sum_of_parts(step)));
}

TEST_CASE("rates follow from work and time", "[application][unit]") {
    Plan plan = half_precision();
    plan.data = 4;
    plan.accumulation = 3;
    Transformer const m = hand_made::small();
    StepTime const step = step_of(m, plan);
    CHECK(step.model_flop.si() == Approx(12.0 * model_flop(m).si()));
    CHECK(step.per_gpu.si() == Approx(step.model_flop.si() / step.total.si() / 4.0));
    CHECK(step.mfu == Approx(step.per_gpu.si() / 100e12));
    CHECK(step.samples_per_second == Approx(12.0 / step.total.si()));
    CHECK(step.tokens_per_second == Approx(1024.0 * step.samples_per_second));
    CHECK(step.hfu == Approx(step.mfu));
    CHECK(step.utilisation() == Approx((step.compute + step.optimizer) / step.total));  // no host
}

TEST_CASE("full recomputation costs a forward pass and counts for HFU only",
          "[application][unit]") {
    Transformer const m = hand_made::small();
    Plan plan = half_precision();
    StepTime const none = step_of(m, plan);
    plan.recompute = Recompute::selective;
    StepTime const selective = step_of(m, plan);
    plan.recompute = Recompute::full;
    StepTime const full = step_of(m, plan);
    CHECK(none.compute < selective.compute);
    CHECK(selective.compute < full.compute);
    CHECK(full.compute < 1.34 * none.compute);
    CHECK(full.model_flop == none.model_flop);
    CHECK(full.hfu > full.mfu);
}

TEST_CASE("a pipeline fills and drains once a step", "[application][unit]") {
    Plan plan = half_precision();
    plan.pipeline = 4;
    plan.accumulation = 8;
    StepTime const eight = step_of(hand_made::small(), plan);
    plan.accumulation = 16;
    StepTime const sixteen = step_of(hand_made::small(), plan);
    CHECK(eight.bubble == sixteen.bubble);
    CHECK(sixteen.compute.si() == Approx(2.0 * eight.compute.si()));
    CHECK(sixteen.pp_comm.si() == Approx(2.0 * eight.pp_comm.si()));
    // Three other stages, each with one of the four layers; the logits are the last stage's own.
    CHECK(eight.bubble < 3.0 / 8.0 * (eight.compute + eight.pp_comm));
    CHECK(eight.bubble > 2.0 / 8.0 * eight.compute);
}

TEST_CASE("tensor parallelism pays four all-reduces a layer and micro-batch",
          "[application][unit]") {
    Plan plan = half_precision();
    plan.tensor = 4;
    plan.accumulation = 5;
    StepTime const step = step_of(hand_made::small(), plan);
    // 2 x 3/4 of 1024 x 1024 x 2 bytes at 100 GB/s, four times, four layers, five micro-batches.
    CHECK(step.tp_comm.si() == Approx(1.5 * 1024.0 * 1024.0 * 2.0 / 100e9 * 4.0 * 4.0 * 5.0));
    plan.recompute = Recompute::full;
    CHECK(step_of(hand_made::small(), plan).tp_comm.si() == Approx(1.5 * step.tp_comm.si()));
}

TEST_CASE("gradient traffic is hidden as far as the framework can", "[application][unit]") {
    Transformer const m = hand_made::small();
    Plan plan = half_precision();
    plan.data = 4;
    StepTime const bare = step_of(m, plan);
    // 2 x 3/4 of the gradients' bytes at 100 GB/s.
    double const gradients = 2.0 * (4.0 * layer_parameters(m) + embedding_parameters(m));
    CHECK(bare.dp_exposed.si() == Approx(1.5 * gradients / 100e9));
    Framework hides = hand_made::ideal();
    hides.gradient_overlap = 0.5;
    hides.gradient_bucket = bytes(gradients / 10.0);
    StepTime const hidden = step_of(m, plan, hides);
    CHECK(hidden.dp_exposed < bare.dp_exposed);
    hides.gradient_overlap = 1.0;
    StepTime const most = step_of(m, plan, hides);
    CHECK(most.dp_exposed <= hidden.dp_exposed);
    // The last bucket is ready when the backward pass is over.
    CHECK(most.dp_exposed.si() >= Approx(bare.dp_exposed.si() / 10.0));
}

TEST_CASE("the distributed optimizer sends half each way and updates a share",
          "[application][unit]") {
    Plan plan = half_precision();
    plan.data = 4;
    StepTime const whole = step_of(hand_made::small(), plan);
    plan.sharding = Sharding::optimizer;
    StepTime const spread = step_of(hand_made::small(), plan);
    CHECK(spread.dp_exposed.si() == Approx(whole.dp_exposed.si()));  // both formats have two bytes
    CHECK(spread.optimizer.si() == Approx(whole.optimizer.si() / 4.0));
    plan.precision = Precision::bf16;
    CHECK(step_of(hand_made::small(), plan).dp_exposed > spread.dp_exposed);  // gradients in FP32
}

TEST_CASE("a small model runs at the pace of the host", "[application][unit]") {
    Framework slow = hand_made::ideal();
    slow.host_per_kernel = seconds(1e-3);
    Plan const plan = half_precision();
    Transformer const m = hand_made::small();
    double const kernels =
        4.0 * (layer_forward(m, plan).kernels() + layer_backward(m, plan).kernels()) +
        logits_forward(m, plan).kernels() + logits_backward(m, plan).kernels();
    CHECK(step_of(m, plan, slow).compute.si() == Approx(1e-3 * kernels));
    CHECK(step_of(m, plan, slow).busy.si() == Approx(step_of(m, plan).busy.si()));
    CHECK(step_of(m, plan, slow).utilisation() < 0.5);
    slow.step_overhead = seconds(2.0);
    CHECK(step_of(m, plan, slow).overhead.si() == Approx(2.0));
}

TEST_CASE("its interval is as wide as the constants are uncertain", "[application][unit]") {
    Plan plan = half_precision();
    plan.data = 4;
    StepTime const certain = step_of(hand_made::small(), plan);
    CHECK(certain.low == certain.total);
    CHECK(certain.high == certain.total);
    Framework unsure = hand_made::ideal();
    unsure.compute_spread = 0.1;
    unsure.network_spread = 0.2;
    StepTime const step = step_of(hand_made::small(), plan, unsure);
    CHECK(step.low < step.total);
    double const up = (step.high - step.total) / step.total;
    CHECK(up > 0.05);
    CHECK(up < 0.2);
}

TEST_CASE("a convolutional network's step adds its layers, its gradients and its update",
          "[application][unit]") {
    Application a;
    a.model = hand_made::two_convolutions();
    a.training.framework = hand_made::ideal();
    Cnn const& m = std::get<Cnn>(a.model);
    Plan plan = half_precision();
    plan.micro_batch = 100;
    plan.data = 4;
    auto const context = prepare_step(a, hand_made::platform(), plan);
    REQUIRE(context);
    StepTime const step = step_time(m, plan, *context);
    double compute = 0.0;
    for (ConvLayer const& layer : m.layers) {
        for (ConvWork const& work : {conv_forward(layer, 100, plan.precision),
                                     conv_backward(layer, 100, plan.precision)}) {
            compute += (matrix_time(work.convolution, context->roofline) +
                        vector_time(work.vector, context->roofline))
                           .si();
        }
    }
    CHECK(step.compute.si() == Approx(compute));
    CHECK(step.dp_exposed.si() ==
          Approx(1.5 * 4.0 * parameters(m) / 100e9));  // FP32 gradients under autocast
    CHECK(step.optimizer.si() == Approx(20.0 * parameters(m) / 1e12));
    CHECK(step.total.si() == Approx(sum_of_parts(step)));
    CHECK(step.tokens_per_second == 0.0);
    CHECK(step.samples_per_second == Approx(400.0 / step.total.si()));
}

TEST_CASE("more devices never make a step of the same replica faster", "[application][unit]") {
    for (int data = 1; data <= 512; data *= 2) {
        Plan plan = half_precision();
        plan.data = data;
        StepTime const fewer = step_of(hand_made::small(), plan);
        plan.data = 2 * data;
        StepTime const more = step_of(hand_made::small(), plan);
        INFO(data << " replicas");
        CHECK(more.total >= fewer.total);
    }
}

TEST_CASE("a step that does not fit is no step", "[application][unit]") {
    Application const a = hand_made::application(hand_made::gpt3());
    auto const refused = step_time(a, hand_made::platform(), half_precision());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().fault() == Fault::impossible);
    CHECK(step_time(
        hand_made::application(hand_made::small()), hand_made::platform(), half_precision()));
}
