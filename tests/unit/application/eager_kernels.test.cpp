// SPDX-License-Identifier: Apache-2.0
//
// Software in which every operator of PyTorch is a kernel.
#include "models/application/eager_kernels.hpp"

#include "models/application/activation_memory.hpp"
#include "models/application/layer_kernels.hpp"
#include "models/application/layer_time.hpp"
#include "models/application/memory.hpp"
#include "models/application/step_time.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

namespace {

Transformer small_llama() {
    Transformer m = hand_made::small();
    m.activation = Activation::swiglu;
    m.norm = Norm::rms;
    m.positions = Positions::rotary;
    m.biases = false;
    m.kv_heads = 4;
    return m;
}

Framework eager_software(bool wide) {
    Framework software = hand_made::ideal();
    software.separate_operators = true;
    software.wide_weights = wide;
    return software;
}

LayerTime eager_layer(Transformer const& model, Framework const& software, Plan const& plan = {}) {
    Roofline const roof = *roofline_of(hand_made::device(), plan.precision);
    return layer_time(model, plan, {roof, roof}, software);
}

}  // namespace

TEST_CASE("a layer of Llama under autocast runs each operator as a kernel", "[application][unit]") {
    Transformer const m = small_llama();
    LayerTime const layer = eager_layer(m, eager_software(true));
    // Norms 2 x 6, sums 2, inputs of five maps, seven maps and their weights, positions of queries and keys 12, attention 1,
    // silu and product 2.
    CHECK(layer.forward.kernels == Approx(12 + 2 + 5 + 7 + 7 + 12 + 1 + 2));
    // Norms 2 x 14, sums 2 x 2, inputs 5 and three sums of their gradients, two products for each map and a cast, positions 24,
    // attention 2, silu and product 3.
    CHECK(layer.backward.kernels == Approx(28 + 4 + 5 + 3 + 14 + 7 + 24 + 2 + 3));
}

TEST_CASE("autocast adds casts, and norms and sums in FP32", "[application][unit]") {
    Transformer const m = small_llama();
    double const h = m.hidden;
    double const pair = m.query_width() + m.key_width();
    double const weights = h * (2.0 * h + 2.0 * m.key_width() + 3.0 * m.ffn);
    LayerTime const half = eager_layer(m, eager_software(false));
    LayerTime const wide = eager_layer(m, eager_software(true));
    double const tokens = m.sequence;
    CHECK((wide.forward.traffic - half.forward.traffic).si() ==
          Approx(tokens *
                     (2.0 * (28 - 36) * h + 2.0 * (10 - 6) * h + 5.0 * 6.0 * h + (36 - 20) * pair) +
                 6.0 * weights));
    CHECK((wide.backward.traffic - half.backward.traffic).si() ==
          Approx(tokens *
                     (2.0 * (18 - 6) * h + 5.0 * 6.0 * h + 3.0 * (12 - 6) * h + (56 - 30) * pair) +
                 6.0 * weights));
    // One terabyte a second: the time is that of the traffic.
    CHECK((wide.forward.time - half.forward.time).si() ==
          Approx((wide.forward.traffic - half.forward.traffic).si() / 1e12));
}

TEST_CASE("a GELU in parts moves nineteen times as much as a fused one", "[application][unit]") {
    Transformer const m = hand_made::small();
    Roofline const roof = *roofline_of(hand_made::device(), Precision::bf16);
    Plan const plan;
    Layer layer{m, plan, {roof, roof}};
    layer.tokens = m.sequence;
    layer.number = bytes(2);
    Both const fused = activation(layer, m.sequence, m.ffn);
    layer.operators = layer.wide_weights = true;
    Both const parts = activation(layer, m.sequence, m.ffn);
    CHECK(parts.forward.traffic / fused.forward.traffic == Approx(19.0));
    CHECK(parts.forward.kernels == Approx(10.0));
    CHECK(parts.backward.kernels == Approx(15.0));
}

TEST_CASE("weights are cast only where they are whole, trained and in half precision",
          "[application][unit]") {
    Framework const software = eager_software(true);
    Plan plan;
    plan.data = 4;
    CHECK(casts_weights(plan, software));
    plan.sharding = Sharding::parameters;
    CHECK_FALSE(casts_weights(plan, software));
    plan.data = 1;  // nothing to split among
    CHECK(casts_weights(plan, software));
    plan.adapters = 16;
    CHECK_FALSE(casts_weights(plan, software));
    plan.adapters = 0;
    plan.precision = Precision::fp32;
    CHECK_FALSE(casts_weights(plan, software));
    Transformer const m = small_llama();
    CHECK(eager_layer(m, software, plan).forward.traffic ==
          eager_layer(m, hand_made::ideal(), plan).forward.traffic);
}

TEST_CASE("operators keep their inputs for the backward pass", "[application][unit]") {
    // Measured on an H100, Llama 3.2 1B: 3.626 MB a token, 1.539 MB of it for 12 bytes a logit, so 130.4 kB a layer.
    Transformer llama = small_llama();
    llama.hidden = 2048;
    llama.heads = 32;
    llama.kv_heads = 8;
    llama.ffn = 8192;
    Plan const plan;
    double const kept =
        kept_activations(llama, plan, eager_software(true), 1.0, 1.0).si() / llama.sequence;
    CHECK(kept == Approx(26.0 * 2048 + 2.0 * (2.0 * 2048 + 2.0 * 512) + 8.0 * 8192));
    CHECK(kept == Approx(130.4e3).epsilon(0.02));
    // GPT-2 of width 1,024: 2.676 MB a token, 0.603 MB of it logits, in 24 layers.
    Transformer gpt = hand_made::small();
    CHECK(kept_activations(gpt, plan, eager_software(true), 1.0, 1.0).si() / gpt.sequence ==
          Approx((2.676e6 - 0.603e6) / 24.0).epsilon(0.01));
    // Scores are kept in FP32 and in half precision.
    gpt.fused_attention = false;
    CHECK(kept_activations(gpt, plan, eager_software(true), 1.0, 1.0).si() / gpt.sequence ==
          Approx(84.0 * 1024.0 + 6.0 * gpt.heads * gpt.sequence));
}

TEST_CASE("gradients and what was kept are not in memory at once", "[application][unit]") {
    Transformer m = small_llama();
    Framework software = eager_software(true);
    software.logit = bytes(12);
    double const count = parameters(m) - m.hidden;  // the norm before the logits is left out
    Plan plan;
    plan.micro_batch = 8;
    MemoryUse const loss = memory_use(m, plan, software);
    CHECK(loss.weights.si() == Approx(6.0 * count));  // with their casts
    CHECK(loss.optimizer.si() == Approx(8.0 * count));
    CHECK(loss.gradients == Bytes{});
    CHECK(loss.logits.si() == Approx(12.0 * 8.0 * m.sequence * m.vocabulary));
    // A second pass finds the gradients of the first.
    plan.accumulation = 2;
    CHECK(memory_use(m, plan, software).gradients.si() == Approx(4.0 * count));
    // With little to keep, the end of the backward pass takes more.
    plan.accumulation = 1;
    plan.micro_batch = 1;
    plan.recompute = Recompute::full;
    m.sequence = 64;
    MemoryUse const end = memory_use(m, plan, software);
    CHECK(end.weights.si() == Approx(4.0 * count));
    CHECK(end.gradients.si() == Approx(4.0 * count));
    CHECK(end.logits == Bytes{});
}
