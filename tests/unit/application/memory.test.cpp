// SPDX-License-Identifier: Apache-2.0
#include "models/application/memory.hpp"

#include "models/application/activation_memory.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

#include <algorithm>

using namespace clustersim;

namespace {

Plan plan_of(int tensor, int pipeline, Recompute recompute, bool sequence_parallel) {
    Plan plan;
    plan.tensor = tensor;
    plan.pipeline = pipeline;
    plan.accumulation = 64;
    plan.recompute = recompute;
    plan.sequence_parallel = sequence_parallel;
    plan.precision = Precision::bf16;
    return plan;
}

}  // namespace

TEST_CASE("activations follow the published formula", "[application][unit]") {
    // Korthikanti et al.: s b h (10 + 24/t + 5 a s / (h t)) a layer without sequence parallelism; with it
    // all terms are divided by t; selective recomputation drops the last term; full recomputation leaves 2
    // s b h.
    Transformer m = hand_made::gpt3();
    m.fused_attention = false;
    m.dropout = 0.1;
    double const sbh = 2048.0 * 12288.0;
    double const scores = 5.0 * 96.0 * 2048.0 / 12288.0;
    auto const activations = [&](Recompute r, bool sp) {
        return memory_use(m, plan_of(8, 8, r, sp), Framework{}).activations.si();
    };
    CHECK(activations(Recompute::none, false) ==
          Approx(96.0 * sbh * (10.0 + 24.0 / 8.0 + scores / 8.0)));
    CHECK(activations(Recompute::none, true) == Approx(96.0 * sbh * (34.0 + scores) / 8.0));
    CHECK(activations(Recompute::selective, true) == Approx(96.0 * sbh * 34.0 / 8.0));
    CHECK(activations(Recompute::full, false) == Approx(96.0 * sbh * 2.0));
    CHECK(activations(Recompute::full, true) == Approx(96.0 * sbh * 2.0 / 8.0));
    // One layer is whole again while its backward pass runs, with two tensors of its width and the gradients of the scores
    // (4 a s^2 b / t) or inside the feed-forward block (2 x 2 x 4 s b h / t).
    MemoryUse const again = memory_use(m, plan_of(8, 8, Recompute::full, true), Framework{});
    double const gradients = std::max(4.0 / 5.0 * scores, 16.0) / 8.0;
    CHECK(again.working.si() == Approx(sbh * ((34.0 + scores) / 8.0 + 4.0 + gradients)));
    // Interleaved: 1 + (p - 1) / (p v) times as much.
    Plan plan = plan_of(8, 8, Recompute::none, true);
    plan.virtual_stages = 3;
    CHECK(memory_use(m, plan, Framework{}).activations.si() ==
          Approx(96.0 * sbh * (34.0 + scores) / 8.0 * (1.0 + 7.0 / 24.0)));
    plan.virtual_stages = 1;
    plan.schedule = Schedule::gpipe;
    CHECK(memory_use(m, plan, Framework{}).activations.si() ==
          Approx(96.0 / 8.0 * plan.accumulation * sbh * (34.0 + scores) / 8.0));
}

TEST_CASE("without dropout there are no masks, and rotated queries and keys replace the others",
          "[application][unit]") {
    Transformer m = hand_made::gpt3();
    m.fused_attention = false;
    double const sbh = 2048.0 * 12288.0;
    double const scores = 96.0 * 2048.0 / 12288.0;
    auto const layer = [&] {
        return memory_use(m, plan_of(8, 1, Recompute::none, true), Framework{}).activations.si() /
               96.0;
    };
    CHECK(layer() == Approx(sbh * (32.0 + 2.0 * scores) / 8.0));
    m.fused_attention = true;
    CHECK(layer() == Approx(sbh * 32.0 / 8.0));
    m.positions = Positions::rotary;
    CHECK(layer() == Approx(sbh * 32.0 / 8.0));
    m.kv_heads = 8;  // of 96: keys and values are a twelfth
    CHECK(layer() == Approx(sbh * (32.0 - 4.0 * 11.0 / 12.0) / 8.0));
}

TEST_CASE(
    "a later stage keeps fewer micro-batches, an interleaved last one almost as many as the first",
    "[application][unit]") {
    Plan plan = plan_of(1, 8, Recompute::none, false);
    CHECK(in_flight_of(plan, 0) == Approx(8.0));
    CHECK(in_flight_of(plan, 1) == Approx(7.0));
    CHECK(in_flight_of(plan, 7) == Approx(1.0));
    // Megatron-Core's schedule starts 2 (p - 1 - r) + (v - 1) p pieces before the first backward pass, and one more.
    plan.virtual_stages = 12;
    for (int rank : {0, 3, 7})
        CHECK(in_flight_of(plan, rank) == Approx((2.0 * (7 - rank) + 11.0 * 8.0 + 1.0) / 12.0));
    plan.accumulation = 2;
    CHECK(in_flight_of(plan, 0) == Approx(2.0));
    plan.schedule = Schedule::gpipe;
    plan.accumulation = 5;
    CHECK(in_flight_of(plan, 7) == Approx(5.0));
}

TEST_CASE("the loss and a layer's backward pass do not need their memory at once",
          "[application][unit]") {
    Transformer m = hand_made::small();
    m.vocabulary = 16384;
    Plan plan = plan_of(1, 1, Recompute::none, false);
    Framework software;
    MemoryUse const own = memory_use(m, plan, software);
    double const logits = static_cast<double>(m.sequence) * m.padded_vocabulary(1);
    CHECK(own.logits.si() == Approx(6.0 * logits));  // BF16, and FP32 once
    CHECK(own.working == Bytes{});
    software.logit = bytes(14);
    CHECK(memory_use(m, plan, software).logits.si() == Approx(14.0 * logits));
    plan.tensor = 2;
    CHECK(memory_use(m, plan, software).logits.si() == Approx(14.0 * logits / 2.0));
    software.divided_logit = bytes(18);
    CHECK(memory_use(m, plan, software).logits.si() == Approx(18.0 * logits / 2.0));
    plan.tensor = 1;
    m.vocabulary = 8;
    MemoryUse const few = memory_use(m, plan, software);
    CHECK(few.logits == Bytes{});
    // Two tensors of the width and the gradients of a block of four times the width: 2 x (2 + 2 x 4) s h.
    CHECK(few.working.si() == Approx(20.0 * m.sequence * m.hidden));
}

TEST_CASE("gradients are added up in the format in which they are reduced, unless they are shared",
          "[application][unit]") {
    Plan plan = plan_of(1, 1, Recompute::none, false);
    plan.data = 4;
    plan.sharding = Sharding::optimizer;
    Framework software;
    Bytes const wide = memory_use(hand_made::small(), plan, software).gradients;
    software.gradient = bytes(2);
    CHECK(memory_use(hand_made::small(), plan, software).gradients.si() == Approx(wide.si() / 2.0));
    plan.sharding = Sharding::gradients;
    CHECK(memory_use(hand_made::small(), plan, software).gradients.si() == Approx(wide.si() / 4.0));
}

TEST_CASE("it is close to the published states and activations of 22 and 175 billion parameters",
          "[application][unit]") {
    // Korthikanti et al. 2022, figures 1 and 7: GiB a device on A100, tensor width 8.
    Transformer m = hand_made::gpt3();
    m.fused_attention = false;
    m.dropout = 0.1;
    MemoryUse use = memory_use(m, plan_of(8, 8, Recompute::selective, true), Framework{});
    CHECK((use.weights + use.gradients + use.optimizer).si() / 0x1p30 ==
          Approx(45.56).epsilon(0.05));
    CHECK(use.activations.si() / 0x1p30 == Approx(12.35).epsilon(0.25));
    m.layers = 48;
    m.hidden = 6144;
    m.heads = m.kv_heads = 64;
    m.ffn = 4 * 6144;
    Plan plan = plan_of(8, 1, Recompute::selective, true);
    plan.micro_batch = 4;
    use = memory_use(m, plan, Framework{});
    CHECK((use.weights + use.gradients + use.optimizer).si() / 0x1p30 ==
          Approx(45.56).epsilon(0.05));
    CHECK(use.activations.si() / 0x1p30 == Approx(9.56).epsilon(0.15));
}

TEST_CASE("states take 18 bytes a parameter in BF16, 16 in FP16 and FP32", "[application][unit]") {
    Transformer const m = hand_made::small();
    auto const states = [&](Precision precision) {
        Plan plan;
        plan.precision = precision;
        MemoryUse const use = memory_use(m, plan, Framework{});
        return (use.weights + use.gradients + use.optimizer).si();
    };
    double const held = parameters(m) - 2.0 * m.hidden;  // the last norm is left out
    CHECK(states(Precision::bf16) == Approx(18.0 * held));
    CHECK(states(Precision::fp16) == Approx(16.0 * held));
    CHECK(states(Precision::fp32) == Approx(16.0 * held));
}

TEST_CASE("software may keep gradients twice and waste a share of the activations",
          "[application][unit]") {
    Plan plan = plan_of(1, 1, Recompute::none, false);
    plan.data = 4;
    plan.sharding = Sharding::optimizer;
    Framework software;
    MemoryUse const plain = memory_use(hand_made::small(), plan, software);
    software.gradient_copy = bytes(2);
    software.shard_gradient = bytes(4);
    software.fragmentation = 0.25;
    MemoryUse const use = memory_use(hand_made::small(), plan, software);
    double const parameters = plain.weights.si() / 2.0;
    CHECK((use.gradients - plain.gradients).si() == Approx(2.0 * parameters));
    CHECK((use.optimizer - plain.optimizer).si() == Approx(4.0 * parameters / 4.0));
    CHECK(use.reserve.si() == Approx(0.25 * plain.activations.si()));
    CHECK(use.activations == plain.activations);
    plan.precision = Precision::fp16;  // summed in half precision: there is no other copy
    Bytes const summed = memory_use(hand_made::small(), plan, software).gradients;
    software.gradient_copy = Bytes{};
    CHECK(memory_use(hand_made::small(), plan, software).gradients == summed);
}

TEST_CASE("an optimizer may keep its states in half precision", "[application][unit]") {
    Plan const plan = plan_of(1, 1, Recompute::none, false);
    Framework software;
    MemoryUse const usual = memory_use(hand_made::small(), plan, software);
    software.optimizer_state = bytes(4);
    CHECK(memory_use(hand_made::small(), plan, software).optimizer.si() ==
          Approx(usual.optimizer.si() / 3.0));
}

TEST_CASE("a bucket that is a copy holds the matrix that fills it, too", "[application][unit]") {
    Transformer const m = hand_made::small();
    Plan plan = plan_of(1, 1, Recompute::none, false);
    plan.data = 2;
    Framework software;
    software.bucket.gradients = 1e6;
    CHECK(memory_use(m, plan, software).buffers == Bytes{});
    software.bucket.copies = true;
    double const matrix = 1024.0 * 4096.0;
    CHECK(memory_use(m, plan, software).buffers.si() == Approx(4.0 * (1e6 + matrix)));
    software.bucket.gradients = 1e12;  // no more than there are
    MemoryUse const all = memory_use(m, plan, software);
    CHECK(all.buffers == all.gradients);
    plan.data = 1;
    CHECK(memory_use(m, plan, software).buffers == Bytes{});
}

TEST_CASE("where tables count as layers, the second stage has one layer more and no table",
          "[application][unit]") {
    Transformer m = hand_made::small();
    m.layers = 10;
    Plan plan = plan_of(1, 4, Recompute::full, false);
    plan.ends_as_layers = true;  // 2, 3, 3 and 2 layers
    m.vocabulary = 256;
    double const layer = layer_parameters(m);
    CHECK(memory_use(m, plan, Framework{}).weights.si() == Approx(2.0 * 3.0 * layer));
    m.vocabulary =
        1
        << 18;  // a table larger than a layer: the last stage, whose logits need more than positions
    double const table = embedding_parameters(m) - 1024.0 * 1024.0;
    CHECK(memory_use(m, plan, Framework{}).weights.si() == Approx(2.0 * (2.0 * layer + table)));
}

TEST_CASE("the distributed optimizer spreads the optimizer's states only", "[application][unit]") {
    Plan plan = plan_of(1, 1, Recompute::none, false);
    plan.data = 8;
    MemoryUse const whole = memory_use(hand_made::small(), plan, Framework{});
    plan.sharding = Sharding::optimizer;
    MemoryUse const spread = memory_use(hand_made::small(), plan, Framework{});
    CHECK(spread.optimizer.si() == Approx(whole.optimizer.si() / 8.0));
    CHECK(spread.weights == whole.weights);
    CHECK(spread.gradients == whole.gradients);
}

TEST_CASE("the first stage keeps as many micro-batches as there are stages, or fewer",
          "[application][unit]") {
    Plan plan = plan_of(1, 4, Recompute::none, false);
    Bytes const full = memory_use(hand_made::gpt3(), plan, Framework{}).activations;
    plan.accumulation = 2;
    CHECK(memory_use(hand_made::gpt3(), plan, Framework{}).activations.si() ==
          Approx(full.si() / 2.0));
}

TEST_CASE("a model that does not fit is reported with its parts and with what would fit",
          "[application][unit]") {
    Application const a = hand_made::application(hand_made::gpt3());
    Platform const p = hand_made::platform();
    Plan plan;
    plan.precision = Precision::fp16;
    auto const refused = check_memory(a, plan, p);
    REQUIRE_FALSE(refused);
    Diagnostic const& d = refused.error().items().front();
    CHECK(d.code == Code::out_of_memory);
    CHECK(d.message.find("does not fit") != std::string::npos);
    CHECK(d.expected.find("weights 349 GB") != std::string::npos);
    CHECK(d.help.find("pipeline stages") != std::string::npos);

    Application small = hand_made::application(hand_made::small());
    CHECK(check_memory(small, plan, p));
    Platform tiny = p;
    tiny.accelerator.memory = bytes(1e6);
    auto const hopeless = check_memory(small, plan, tiny);
    REQUIRE_FALSE(hopeless);
    CHECK(hopeless.error().items().front().help.find("more devices") != std::string::npos);
}

TEST_CASE("a convolutional network keeps two tensors a layer and 12 bytes a parameter",
          "[application][unit]") {
    Cnn const m = hand_made::two_convolutions();
    Plan plan;
    plan.micro_batch = 2;
    plan.precision = Precision::fp32;
    MemoryUse const use = memory_use(m, plan, Framework{});
    CHECK((use.weights + use.gradients + use.optimizer).si() == Approx(12.0 * parameters(m)));
    CHECK(use.activations.si() == Approx(4.0 * 2.0 * (3.0 * 1024.0 + 2.0 * 8192.0 + 10.0)));
}

TEST_CASE("replicas share the states that a plan says", "[application][unit]") {
    Transformer const m = hand_made::small();
    Plan plan;
    plan.data = 8;
    MemoryUse const none = memory_use(m, plan, Framework{});
    plan.sharding = Sharding::gradients;
    MemoryUse const second = memory_use(m, plan, Framework{});
    CHECK(second.weights == none.weights);
    CHECK(second.gradients.si() == Approx(none.gradients.si() / 8.0));
    CHECK(second.optimizer.si() == Approx(none.optimizer.si() / 8.0));
    plan.sharding = Sharding::parameters;
    MemoryUse const third = memory_use(m, plan, Framework{});
    CHECK(third.weights.si() == Approx(none.weights.si() / 8.0));
    CHECK(third.working > none.working);  // the layers that are gathered
    plan.shard_devices = 4;
    CHECK(memory_use(m, plan, Framework{}).weights.si() == Approx(none.weights.si() / 4.0));
}
