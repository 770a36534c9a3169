// SPDX-License-Identifier: Apache-2.0
#include "models/application/step_time.hpp"

#include "models/application/convolution.hpp"
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
    return (s.compute + s.tp_comm + s.cp_comm + s.ep_comm + s.pp_comm + s.bubble + s.dp_exposed +
            s.optimizer + s.host + s.overhead + s.load + s.idle)
        .si();
}

}  // namespace

TEST_CASE("one device computes its layers and its logits", "[application][unit]") {
    Transformer const m = hand_made::small();
    StepTime const step = step_of(m, half_precision());
    Roofline const roof = *roofline_of(hand_made::device(), Precision::fp16);
    Plan const plan = half_precision();
    LayerTime const layer = layer_time(m, plan, {roof, roof}, hand_made::ideal());
    KernelTime const logits = logits_time(m, plan, {roof, roof}, {});
    CHECK(step.compute.si() ==
          Approx((4.0 * (layer.forward.time + layer.backward.time) + logits.time).si()));
    // In units of s h^2 of 2^30: products 72 a layer and 6 for the logits, scores 7 a layer (fused, without
    // the masked half); at the rate of the data sheet they give the shortest possible time.
    CHECK(step.compute.si() > (4.0 * 79.0 + 6.0) * 0x1p30 / 100e12);
    CHECK(step.compute.si() < 2.0 * (4.0 * 79.0 + 6.0) * 0x1p30 / 100e12);
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

TEST_CASE("stages without logits idle while the last one computes them, and parts add up",
          "[application][unit]") {
    Transformer const m = hand_made::small();
    Plan plan = half_precision();
    plan.pipeline = 2;
    plan.accumulation = 8;
    StepTime const step = step_of(m, plan);
    CHECK(step.total.si() == Approx(sum_of_parts(step)));
    Roofline const roof = *roofline_of(hand_made::device(), Precision::fp16);
    Duration const logits = logits_time(m, plan, {roof, roof}, {}).time;
    // One of two stages waits for the logits, in each micro-batch.
    CHECK(step.idle.si() == Approx(8.0 * 0.5 * logits.si()));
    Plan one = plan;
    one.pipeline = 1;
    CHECK(step_of(m, one).idle == Duration{});
    // All devices together compute as much in either.
    CHECK(2.0 * step.compute.si() == Approx(step_of(m, one).compute.si()));
}

TEST_CASE("full recomputation costs a forward pass and counts for HFU only",
          "[application][unit]") {
    Transformer const m = hand_made::small();
    Plan plan = half_precision();
    StepTime const none = step_of(m, plan);
    plan.recompute = Recompute::full;
    StepTime const full = step_of(m, plan);
    CHECK(full.compute.si() == Approx((none.compute + full.recompute).si()));
    CHECK(full.compute < 1.34 * none.compute);
    CHECK(full.model_flop == none.model_flop);
    CHECK(full.hfu > full.mfu);
}

TEST_CASE("selective recomputation adds nothing to fused attention", "[application][unit]") {
    Transformer m = hand_made::small();
    Plan plan = half_precision();
    StepTime const fused = step_of(m, plan);
    plan.recompute = Recompute::selective;
    CHECK(step_of(m, plan).compute == fused.compute);
    m.fused_attention = false;
    StepTime const plain = step_of(m, plan);
    CHECK(plain.recompute > Duration{});
    plan.recompute = Recompute::full;
    CHECK(step_of(m, plan).recompute > plain.recompute);
}

TEST_CASE("an interleaved pipeline waits less and sends more", "[application][unit]") {
    Transformer m = hand_made::small();
    m.layers = 16;
    Plan plan = half_precision();
    plan.pipeline = 4;
    plan.accumulation = 8;
    StepTime const plain = step_of(m, plan);
    plan.virtual_stages = 4;
    StepTime const cut = step_of(m, plan);
    CHECK(cut.bubble < 0.3 * plain.bubble);
    CHECK(cut.pp_comm.si() == Approx(4.0 * plain.pp_comm.si()));
    CHECK(cut.compute == plain.compute);
}

TEST_CASE("ends that count as layers make the middle stages the slowest", "[application][unit]") {
    Transformer m = hand_made::small();
    m.layers = 10;
    Plan plan = half_precision();
    plan.pipeline = 4;
    plan.accumulation = 8;
    plan.ends_as_layers = true;  // 2, 3, 3, 2
    StepTime const step = step_of(m, plan);
    m.layers = 12;
    plan.ends_as_layers = false;  // 3, 3, 3, 3 and the logits
    CHECK(step.compute < step_of(m, plan).compute);
}

TEST_CASE("sharded parameters are gathered for each pass of each micro-batch",
          "[application][unit]") {
    Transformer const m = hand_made::small();
    Plan plan = half_precision();
    plan.data = 4;
    plan.sharding = Sharding::parameters;
    StepTime const one = step_of(m, plan);
    plan.accumulation = 3;
    CHECK(step_of(m, plan).dp_exposed.si() == Approx(3.0 * one.dp_exposed.si()));
    plan.sharding = Sharding::gradients;
    CHECK(step_of(m, plan).dp_exposed < 3.0 * one.dp_exposed);
    Framework hides = hand_made::ideal();
    hides.parameter_overlap = 1.0;
    plan.sharding = Sharding::parameters;
    CHECK(step_of(m, plan, hides).dp_exposed < 3.0 * one.dp_exposed);
}

TEST_CASE("slow gathers cost as much as more volume, several gathers as several rings",
          "[application][unit]") {
    Plan plan = half_precision();
    plan.data = 8;
    plan.sharding = Sharding::parameters;
    Framework slow = hand_made::ideal();
    Duration const ideal = step_of(hand_made::small(), plan, slow).dp_exposed;
    slow.gathers = 4.0;
    CHECK(step_of(hand_made::small(), plan, slow).dp_exposed >= ideal);
    slow.sharded_share = 0.5;
    CHECK(step_of(hand_made::small(), plan, slow).dp_exposed.si() == Approx(2.0 * ideal.si()));
}

TEST_CASE("devices that share a sample's tokens wait for keys and values", "[application][unit]") {
    Transformer const m = hand_made::small();
    Plan plan = half_precision();
    StepTime const whole = step_of(m, plan);
    plan.context = 4;
    StepTime const shared = step_of(m, plan);
    CHECK(shared.compute < 0.5 * whole.compute);
    CHECK(shared.cp_comm > Duration{});
    CHECK(shared.model_flop == whole.model_flop);
}

TEST_CASE("experts on several devices pay four all-to-alls a layer", "[application][unit]") {
    Transformer m = hand_made::small();
    m.experts = {8, 2, 4096, 0, 0};
    Plan plan = half_precision();
    plan.data = 4;
    CHECK(step_of(m, plan).ep_comm == Duration{});
    plan.expert = 4;
    StepTime const step = step_of(m, plan);
    // 3/4 of 1024 tokens x 2 experts x 1024 numbers of two bytes at 100 GB/s.
    CHECK(step.ep_comm.si() ==
          Approx(4.0 * 4.0 * 0.75 * 1024.0 * 2.0 * 1024.0 * 2.0 / 100e9).epsilon(0.01));
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
    // Three other stages have one of the four layers each; only the last stage has the logits.
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

TEST_CASE("gradient traffic is hidden as far as the framework allows", "[application][unit]") {
    Transformer const m = hand_made::small();
    Plan plan = half_precision();
    plan.data = 4;
    StepTime const bare = step_of(m, plan);
    // 2 x 3/4 of the gradients' bytes at 100 GB/s.
    double const gradients = 2.0 * (4.0 * layer_parameters(m) + embedding_parameters(m));
    CHECK(bare.dp_exposed.si() == Approx(1.5 * gradients / 100e9));
    Framework hides = hand_made::ideal();
    hides.gradient_overlap = 0.5;
    hides.bucket.size = bytes(gradients / 10.0);
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
    Roofline const roof = *roofline_of(hand_made::device(), Precision::fp16);
    LayerTime const layer = layer_time(m, plan, {roof, roof}, slow);
    double const kernels = 4.0 * (layer.forward.kernels + layer.backward.kernels) +
                           logits_time(m, plan, {roof, roof}, {}).kernels;
    StepTime const step = step_of(m, plan, slow);
    CHECK(step.total.si() == Approx(1e-3 * (kernels + 10.0)));  // ten of the optimizer
    CHECK(step.compute.si() == Approx(step_of(m, plan).compute.si()));
    CHECK(step.optimizer.si() == Approx(step_of(m, plan).optimizer.si()));
    CHECK(step.host.si() == Approx((step.total - step.compute - step.optimizer).si()));
    CHECK(step.host > 0.5 * step.total);
    CHECK(step_of(m, plan, slow).utilisation() < 0.5);
    slow.step_overhead = seconds(2.0);
    CHECK(step_of(m, plan, slow).overhead.si() == Approx(2.0));
}

TEST_CASE("the last micro-batches hide the reduction of an interleaved stage's pieces",
          "[application][unit]") {
    Framework framework = hand_made::ideal();
    framework.gradient_overlap = 1.0;
    framework.bucket.size = bytes(1e6);
    Plan plan = half_precision();
    plan.pipeline = 2;
    plan.data = 8;
    plan.accumulation = 8;
    Transformer const m = hand_made::small();
    Duration const plain = step_of(m, plan, framework).dp_exposed;
    plan.virtual_stages = 2;
    Duration const interleaved = step_of(m, plan, framework).dp_exposed;
    CHECK(interleaved < plain);
    // As many micro-batches as there are stages hide them, however many a step has.
    plan.accumulation = 2;
    CHECK(step_of(m, plan, framework).dp_exposed == interleaved);
}

TEST_CASE("samples of differing length attend to more than their mean", "[application][unit]") {
    Transformer m = hand_made::small();
    Flop const even = attention_forward_flop(m);
    m.attended = 1.5 * m.sequence;
    CHECK(attention_forward_flop(m).si() == Approx(1.5 * even.si()));
    CHECK(step_of(m, half_precision()).compute.si() > 0.0);
}

TEST_CASE("its interval follows from the uncertainty of the constants", "[application][unit]") {
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
    auto const add = [&](ConvWork const& work, std::size_t from) {
        compute += vector_time(work.vector, context->roofline).si();
        for (std::size_t i = from; i < work.products.size(); ++i)
            compute +=
                implicit_product_time(work.products[i], work.traffic[i], context->roofline).si();
    };
    for (ConvLayer const& layer : m.layers) {
        add(conv_forward(layer, 100, plan.precision), 0);
        // The gradient of the images is not needed.
        add(conv_backward(layer, 100, plan.precision), &layer == &m.layers.front() ? 1 : 0);
    }
    CHECK(step.compute.si() == Approx(compute));
    CHECK(step.dp_exposed.si() ==
          Approx(1.5 * 4.0 * parameters(m) / 100e9));  // FP32 gradients under autocast
    CHECK(step.optimizer.si() == Approx(20.0 * parameters(m) / 1e12));
    CHECK(step.total.si() == Approx(sum_of_parts(step)));
    CHECK(step.tokens_per_second == 0.0);
    CHECK(step.samples_per_second == Approx(400.0 / step.total.si()));
}

TEST_CASE("each tensor's small kernels take their launch time", "[application][unit]") {
    Application a;
    a.model = hand_made::two_convolutions();
    a.training.framework = hand_made::ideal();
    Platform platform = hand_made::platform();
    platform.accelerator.achievable.launch = seconds(1e-3);
    Plan const plan = half_precision();
    auto const update = [&](double kernels) {
        a.training.framework.tensor_kernels = kernels;
        auto const context = prepare_step(a, platform, plan);
        REQUIRE(context);
        return step_time(std::get<Cnn>(a.model), plan, *context).optimizer.si();
    };
    CHECK(update(4.0) - update(0.0) == Approx(4.0 * 5.0 * 1e-3));
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

TEST_CASE("a step that does not fit is refused", "[application][unit]") {
    Application const a = hand_made::application(hand_made::gpt3());
    auto const refused = step_time(a, hand_made::platform(), half_precision());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().fault() == Fault::impossible);
    CHECK(step_time(
        hand_made::application(hand_made::small()), hand_made::platform(), half_precision()));
}
