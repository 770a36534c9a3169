// SPDX-License-Identifier: Apache-2.0
#include "models/application/transformer.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

namespace {

/// The 96 B s l h^2 (1 + s/6h + V/16lh) of Megatron is four passes over the layers and the logits'
/// three; the constant 72 is three passes over both.
double megatron_flop(Transformer const& m, double passes) {
    double const s = m.sequence;
    double const h = m.hidden;
    double const layers = 24.0 * passes * s * m.layers * h * h * (1.0 + s / (6.0 * h));
    return layers + 3.0 * 2.0 * s * h * m.padded_vocabulary();
}

Transformer llama_70b() {
    Transformer m;
    m.layers = 80;
    m.hidden = 8192;
    m.heads = 64;
    m.kv_heads = 8;
    m.ffn = 28672;
    m.sequence = 4096;
    m.vocabulary = 32000;
    m.activation = Activation::swiglu;
    m.norm = Norm::rms;
    m.positions = Positions::rotary;
    m.biases = false;
    m.tied_embeddings = false;
    return m;
}

}  // namespace

TEST_CASE("it counts as many parameters as published", "[application][unit]") {
    // 12 l h^2 (1 + 13/12h) + (V + s) h and the last norm, V padded to 50304.
    CHECK(parameters(hand_made::gpt3()) == Approx(174604259328.0));
    // As summed over the published checkpoint of Llama 2 70B.
    CHECK(parameters(llama_70b()) == Approx(68976648192.0));
    Transformer seven = llama_70b();
    seven.layers = 32;
    seven.hidden = 4096;
    seven.heads = seven.kv_heads = 32;
    seven.ffn = 11008;
    CHECK(parameters(seven) == Approx(6738415616.0));
}

TEST_CASE("the vocabulary is padded to its multiple times the tensor width",
          "[application][unit]") {
    CHECK(hand_made::gpt3().padded_vocabulary(1) == 50304);
    CHECK(hand_made::gpt3().padded_vocabulary(8) == 51200);
}

TEST_CASE("its arithmetic is Megatron's formula", "[application][unit]") {
    Transformer const m = hand_made::gpt3();
    CHECK(model_flop(m).si() == Approx(megatron_flop(m, 3.0)));
    CHECK(hardware_flop(m, Recompute::none) == model_flop(m));
    CHECK(hardware_flop(m, Recompute::full).si() == Approx(megatron_flop(m, 4.0)));
    // Selective recomputation repeats the scores and values only: 4 s^2 h a layer.
    double const s = m.sequence;
    CHECK((hardware_flop(m, Recompute::selective) - model_flop(m)).si() ==
          Approx(4.0 * s * s * m.hidden * m.layers));
}

TEST_CASE("about six operations a parameter and token", "[application][unit]") {
    Transformer const m = hand_made::gpt3();
    double const per_token = model_flop(m).si() / m.sequence;
    CHECK(per_token / parameters(m) == Approx(6.0).epsilon(0.05));
}

TEST_CASE("gradients are reduced in FP32 in BF16 training and in their own format otherwise",
          "[application][unit]") {
    CHECK(gradient_size(Precision::bf16).si() == 4.0);
    CHECK(gradient_size(Precision::fp16).si() == 2.0);
    CHECK(gradient_size(Precision::fp32).si() == 4.0);
}

TEST_CASE("arithmetic counts the experts that a token uses, weights count all experts",
          "[application][unit]") {
    Transformer m = hand_made::small();
    double const dense = layer_parameters(m);
    Flop const work = layer_forward_flop(m);
    m.experts = {8, 2, m.ffn, 0, 0, 0};
    double const block = 2.0 * 1024.0 * 4096.0;
    double const router = 8.0 * 1024.0;
    CHECK(expert_parameters(m) == Approx(8.0 * (block + (m.biases ? 4096.0 + 1024.0 : 0.0))));
    CHECK(layer_parameters(m) > dense + 7.0 * block);
    CHECK(layer_forward_flop(m).si() == Approx(work.si() + 2.0 * m.sequence * (block + router)));
    m.experts.dense_layers = 2;
    CHECK(expert_parameters(m) == Approx(4.0 * (block + (m.biases ? 4096.0 + 1024.0 : 0.0))));
}

TEST_CASE("experts of projected tokens have weights of the narrow width", "[application][unit]") {
    Transformer m = hand_made::small();
    m.experts = {8, 2, 512, 0, 0, 0, 0};
    double const wide = expert_parameters(m);
    double const layer = layer_parameters(m);
    m.experts.latent = m.hidden / 4;
    CHECK(expert_parameters(m) < 0.26 * wide);
    // In addition there are two projections.
    CHECK(layer_parameters(m) - layer ==
          Approx(expert_parameters(m) - wide + 2.0 * m.hidden * m.experts.latent));
}

TEST_CASE("a latent attention has the weights of its maps", "[application][unit]") {
    Transformer m = hand_made::small();
    m.biases = false;
    double const plain = layer_parameters(m);
    double const h = m.hidden;
    m.latent = LatentAttention{48, 32, 64, 16, 24};
    double const queries = 48.0 * (h + m.heads * 80.0);
    double const keys = h * (32.0 + 16.0) + 32.0 * m.heads * (64.0 + 24.0);
    double const out = m.heads * 24.0 * h;
    CHECK(layer_parameters(m) == Approx(plain - 4.0 * h * h + queries + keys + out + 48.0 + 32.0));
    double const s = m.sequence;
    CHECK(attention_forward_flop(m).si() == Approx(2.0 * s * s * m.heads * (64.0 + 16.0 + 24.0)));
}

TEST_CASE("layers with a state cost their products, whatever the length", "[application][unit]") {
    Transformer m = hand_made::small();
    m.state_space = {m.layers / 2, 8, 64, 2, 16, 4, 32};
    m.attention_layers = m.layers / 2;
    CHECK(m.blocks() == 2.0);
    Flop const one = scan_forward_flop(m);
    CHECK(one.si() == Approx(2.0 * m.sequence * (32.0 * (32.0 + 512.0) + 2.0 * 16.0 * 512.0)));
    m.sequence *= 2;
    CHECK(scan_forward_flop(m).si() == Approx(2.0 * one.si()));
}

TEST_CASE("a layer for a further token costs a layer and the logits again, but is not in the name",
          "[application][unit]") {
    Transformer m = hand_made::small();
    double const weights = parameters(m);
    Flop const logits = logits_forward_flop(m);
    Flop const all = model_flop(m);
    m.mtp_layers = 1;
    CHECK(parameters(m) == weights);
    double const halves = 4.0 * m.sequence * static_cast<double>(m.hidden) * m.hidden;
    CHECK(model_flop(m).si() ==
          Approx(all.si() + 3.0 * (layer_forward_flop(m).si() + logits.si() + halves)));
}

TEST_CASE("an encoder computes the logits of the positions it predicts", "[application][unit]") {
    Transformer m = hand_made::small();
    Flop const all = logits_forward_flop(m);
    m.predicted_share = 0.15;
    CHECK(logits_forward_flop(m).si() == Approx(0.15 * all.si()));
    double const decoder = embedding_parameters(m);
    m.encoder = true;
    CHECK(embedding_parameters(m) > decoder);
}
