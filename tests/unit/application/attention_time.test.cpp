// SPDX-License-Identifier: Apache-2.0
#include "models/application/attention_time.hpp"

#include "models/application/attention_rate.hpp"
#include "models/application/layer_step.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

namespace {

LayerTime layer_of(Transformer const& model, Plan const& plan) {
    Roofline const roof = *roofline_of(hand_made::device(), Precision::fp16);
    return layer_time(model, plan, {roof, roof}, hand_made::ideal());
}

Plan tensor_of(int width, int samples) {
    Plan plan;
    plan.precision = Precision::fp16;
    plan.tensor = width;
    plan.micro_batch = samples;
    return plan;
}

Transformer plain() {
    Transformer m = hand_made::small();
    m.fused_attention = false;
    return m;
}

/// Bytes that the scores of a layer take in half precision.
double scores(Transformer const& m, Plan const& plan) {
    return 2.0 * m.sequence * m.sequence * m.heads * plan.micro_batch / plan.tensor;
}

}  // namespace

TEST_CASE("a causal softmax reads the scores below the diagonal only", "[application][unit]") {
    Transformer m = plain();
    Plan const plan = tensor_of(1, 1);
    double const causal = layer_of(m, plan).attention.traffic.si();
    m.encoder = true;
    double const whole = layer_of(m, plan).attention.traffic.si();
    CHECK(whole - causal == Approx(0.5 * scores(m, plan)));
}

TEST_CASE("the kernel of causal scores takes samples x heads in fours, or five kernels in FP32 do "
          "its work",
          "[application][unit]") {
    // Two heads a device: one sample is not enough for the kernel, two are.
    Transformer const m = plain();
    Plan const one = tensor_of(8, 1);
    Plan const two = tensor_of(8, 2);
    LayerTime const apart = layer_of(m, one);
    LayerTime const joined = layer_of(m, two);
    CHECK(apart.forward.kernels - joined.forward.kernels == Approx(4.0));
    CHECK(apart.backward.kernels - joined.backward.kernels == Approx(5.0));
    // 34 bytes a score instead of 3.
    double const more = apart.attention.traffic.si() - 0.5 * joined.attention.traffic.si();
    CHECK(more == Approx((34.0 - 3.0) / 2.0 * scores(m, one)));
}

TEST_CASE("without fused attention, heads and tokens are copied into each other",
          "[application][unit]") {
    Transformer m = plain();
    m.biases = false;
    Plan const plan = tensor_of(1, 1);
    double const kernels = layer_of(m, plan).forward.kernels;
    m.biases = true;  // of queries, keys and values: a kernel of its own
    CHECK(layer_of(m, plan).forward.kernels - kernels == Approx(1.0));
    m.fused_attention = true;
    // Two products and a softmax become one kernel; the copy and the bias are not there.
    CHECK(layer_of(m, plan).forward.kernels == Approx(kernels + 1.0 - 2.0 - 2.0));
}

TEST_CASE("the host issues the collectives of a tensor group, too", "[application][unit]") {
    Framework slow = hand_made::ideal();
    slow.host_per_kernel = seconds(1e-3);
    Application const a = hand_made::application(hand_made::small());
    Platform const p = hand_made::platform();
    auto const forward = [&](Plan const& plan) {
        Application own = a;
        own.training.framework = slow;
        auto const context = prepare_step(own, p, plan);
        REQUIRE(context);
        auto const& m = std::get<Transformer>(a.model);
        return layer_step(m, plan, *context, step_parts(m, plan, *context)).forward.time.si();
    };
    Plan const alone = tensor_of(1, 1);
    Plan group = tensor_of(2, 1);
    group.sequence_parallel = false;
    CHECK(forward(group) - forward(alone) == Approx(2e-3));  // two all-reduces
    group.sequence_parallel = true;
    CHECK(forward(group) - forward(alone) == Approx(4e-3));  // gathered and scattered twice
}

TEST_CASE("a loss that is not fused moves more bytes for each logit", "[application][unit]") {
    Transformer const m = hand_made::small();
    Plan const plan = tensor_of(1, 1);
    Roofline const roof = *roofline_of(hand_made::device(), Precision::fp16);
    Framework software = hand_made::ideal();
    Bytes const fused = logits_time(m, plan, {roof, roof}, software).traffic;
    software.loss_traffic = bytes(52);
    Bytes const apart = logits_time(m, plan, {roof, roof}, software).traffic;
    CHECK((apart - fused).si() == Approx((52.0 - 24.0) * m.sequence * m.vocabulary));
}

TEST_CASE("each step of a ring merges what its attention found", "[application][unit]") {
    Transformer const m = hand_made::small();
    Plan plan;
    plan.precision = Precision::fp16;
    auto const roof = roofline_of(hand_made::device(), plan.precision);
    REQUIRE(roof);
    auto const layer = [&](int context) {
        plan.context = context;
        return layer_time(m, plan, {*roof, *roof}, hand_made::ideal());
    };
    LayerTime const alone = layer(1);
    LayerTime const ring = layer(4);
    CHECK(alone.attention.kernels == 1.0);
    // Of three further steps: attention, exchange, statistics; four merged results; keys and values joined once.
    CHECK(ring.attention.kernels == 15.0);
    CHECK(ring.backward.kernels == alone.backward.kernels + 16.0);
    // Joining moves twice the keys and values, 2,048 numbers a token, each merging three results of 1,024.
    double const merged = 256.0 * 2.0 * (2.0 * 2048.0 + 4.0 * 3.0 * 1024.0);
    CHECK((ring.attention.traffic - 0.25 * alone.attention.traffic).si() == Approx(merged));
}

TEST_CASE("short sequences and few heads of fused attention lose more", "[application][unit]") {
    double const units = 100.0;
    CHECK(block_losses(32.0, 8192.0, true, units) == Approx(1.0));
    CHECK(block_losses(3200.0, 1024.0, true, units) > block_losses(3200.0, 8192.0, true, units));
    CHECK(block_losses(4.0, 1024.0, true, units) > 1.5 * block_losses(400.0, 1024.0, true, units));
    // Without a mask the last blocks are no longer than the others.
    CHECK(block_losses(32.0, 2048.0, false, units) < block_losses(32.0, 2048.0, true, units));
}

TEST_CASE("decode reads the caches and starts waves of blocks", "[application][unit]") {
    Roofline roof = *roofline_of(hand_made::device(), Precision::fp16);
    roof.units = 100.0;
    auto const time = [&](double blocks) {
        return decode_attention_time(flop(0.0), bytes(1e9), blocks, roof).si();
    };
    CHECK(time(100.0) == Approx(1e-3 + 3.4e-6 + roof.launch.si()));
    CHECK(time(101.0) - time(100.0) == Approx(3.4e-6));
    CHECK(time(1.0) == time(100.0));
}

TEST_CASE("documents packed in a sample attend only to themselves", "[application][unit]") {
    Transformer packed = hand_made::small();
    packed.attended = packed.sequence / 4.0;
    Transformer parts = hand_made::small();
    parts.sequence /= 4;
    Duration const whole = layer_of(hand_made::small(), tensor_of(1, 2)).attention.time;
    Duration const of_packed = layer_of(packed, tensor_of(1, 2)).attention.time;
    CHECK(of_packed.si() == Approx(layer_of(parts, tensor_of(1, 8)).attention.time.si()));
    CHECK(of_packed < 0.5 * whole);
}
