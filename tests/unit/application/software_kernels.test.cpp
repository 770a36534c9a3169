// SPDX-License-Identifier: Apache-2.0
//
// Kernels that some training software fuses and other software does not.
#include "models/application/layer_time.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

namespace {

Plan kernels_plan() {
    Plan plan;
    plan.precision = Precision::fp16;
    return plan;
}

LayerTime kernels_of_layer(Transformer const& model, Framework const& framework) {
    Roofline const roof = *roofline_of(hand_made::device(), Precision::fp16);
    return layer_time(model, kernels_plan(), {roof, roof}, framework);
}

double moved_in_all(LayerTime const& layer) {
    return (layer.forward.traffic + layer.backward.traffic).si();
}

double tokens_of_sample(Transformer const& m) {
    return m.sequence;
}

double scores_of_sample(Transformer const& m) {
    return static_cast<double>(m.heads) * m.sequence * m.sequence;
}

}  // namespace

TEST_CASE("a softmax in parts casts and scales the scores in FP32", "[application][unit]") {
    Transformer m = hand_made::small();
    m.fused_attention = false;
    m.encoder = true;  // all scores, not only those below the diagonal
    Framework parts = hand_made::ideal();
    parts.separate_softmax = true;
    LayerTime const fused = kernels_of_layer(m, hand_made::ideal());
    LayerTime const separate = kernels_of_layer(m, parts);
    // 28 in place of 4 bytes forward and 32 in place of 6 backward; the host counts its parts as one kernel.
    CHECK(moved_in_all(separate) - moved_in_all(fused) == Approx(50.0 * scores_of_sample(m)));
    CHECK((separate.forward.time - fused.forward.time).si() ==
          Approx(24.0 * scores_of_sample(m) / 1e12));
    CHECK(separate.forward.kernels == fused.forward.kernels);
    m.fused_attention = true;
    CHECK(moved_in_all(kernels_of_layer(m, parts)) ==
          moved_in_all(kernels_of_layer(m, hand_made::ideal())));
}

TEST_CASE("scores may be dropped while activations are not, and the other way round",
          "[application][unit]") {
    Transformer m = hand_made::small();
    m.fused_attention = false;
    m.dropout = 0.1;
    Transformer kept = m;
    kept.attention_dropout = 0.0;
    double const both = moved_in_all(kernels_of_layer(m, hand_made::ideal()));
    // The scores are read and written once more in each pass, with a mask of one byte.
    CHECK(both - moved_in_all(kernels_of_layer(kept, hand_made::ideal())) ==
          Approx(2.0 * 5.0 * scores_of_sample(m)));
    m.dropout = 0.0;
    m.attention_dropout = 0.1;
    CHECK(moved_in_all(kernels_of_layer(m, hand_made::ideal())) >
          moved_in_all(kernels_of_layer(kept, hand_made::ideal())) -
              2.0 * 5.0 * scores_of_sample(m));
    CHECK(m.drops_scores());
    CHECK_FALSE(kept.drops_scores());
}

TEST_CASE("biases of queries, keys and values and of the inner map may be kernels of their own",
          "[application][unit]") {
    Transformer m = hand_made::small();
    m.biases = true;
    Framework apart = hand_made::ideal();
    apart.separate_biases = true;
    LayerTime const fused = kernels_of_layer(m, hand_made::ideal());
    LayerTime const separate = kernels_of_layer(m, apart);
    double const numbers = 2.0 * tokens_of_sample(m) * (3.0 * m.hidden + m.ffn);
    CHECK((separate.forward.traffic - fused.forward.traffic).si() == Approx(2.0 * numbers));
    CHECK(separate.forward.kernels == fused.forward.kernels);
    CHECK(separate.backward.traffic.si() == Approx(fused.backward.traffic.si()));
    m.biases = false;
    CHECK(moved_in_all(kernels_of_layer(m, apart)) ==
          moved_in_all(kernels_of_layer(m, hand_made::ideal())));
}

TEST_CASE("autocast has norms, sums and modulation in FP32", "[application][unit]") {
    Transformer m = hand_made::small();
    Framework wide = hand_made::ideal();
    wide.wide_sums = true;
    double const h = tokens_of_sample(m) * m.hidden;
    // Two bytes more for the 10 numbers forward and 16 backward of each token and channel.
    CHECK(moved_in_all(kernels_of_layer(m, wide)) -
              moved_in_all(kernels_of_layer(m, hand_made::ideal())) ==
          Approx(2.0 * (10.0 + 16.0) * h));
    m.modulated = true;
    CHECK(moved_in_all(kernels_of_layer(m, wide)) -
              moved_in_all(kernels_of_layer(m, hand_made::ideal())) ==
          Approx(2.0 * (10.0 + 16.0 + 12.0 + 24.0) * h));
}
