// SPDX-License-Identifier: Apache-2.0
#include "models/application/cnn.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

TEST_CASE("a convolution multiplies its weights with every output pixel", "[application][unit]") {
    Cnn const m = hand_made::two_convolutions();
    // 3 x 3 x 3 x 8 on 32 x 32 pixels, and 8 x 10.
    CHECK(multiply_accumulates(m) == Approx(216.0 * 1024.0 + 80.0));
    CHECK(model_flop(m).si() == Approx(6.0 * (216.0 * 1024.0 + 80.0)));
    // Scale and shift of the norm; a bias for the classifier.
    CHECK(parameters(m) == Approx(216.0 + 16.0 + 80.0 + 10.0));
}

TEST_CASE("a convolution has a tensor of weights, its norm two and its bias one",
          "[application][unit]") {
    Cnn m = hand_made::two_convolutions();
    CHECK(tensors(m) == 3.0 + 2.0);
    m.layers[0].repeat = 3;
    CHECK(tensors(m) == 9.0 + 2.0);
}

TEST_CASE("few channels are filled up to 16 bytes", "[application][unit]") {
    ConvLayer const layer = hand_made::two_convolutions().layers[0];
    CHECK(conv_forward(layer, 1.0, Precision::fp32).products[0].depth == 4.0 * 9.0);
    CHECK(conv_forward(layer, 1.0, Precision::fp16).products[0].depth == 8.0 * 9.0);
}

TEST_CASE("repeated layers count once per repetition", "[application][unit]") {
    Cnn m = hand_made::two_convolutions();
    double const once = multiply_accumulates(m);
    m.layers[0].repeat = 3;
    CHECK(multiply_accumulates(m) == Approx(once + 2.0 * 216.0 * 1024.0));
}

TEST_CASE("normalisation, activation and addition pass over the output", "[application][unit]") {
    ConvLayer layer = hand_made::two_convolutions().layers[0];
    double const out = 8.0 * 1024.0;
    ConvWork const forward = conv_forward(layer, 2.0, Precision::fp32);
    CHECK(out_elements(layer) == out);
    CHECK(forward.vector.traffic.si() == Approx(4.0 * 2.0 * out * 5.0));
    CHECK(forward.traffic[0].si() == Approx(4.0 * (2.0 * (3.0 * 1024.0 + out) + 216.0)));
    CHECK(conv_forward(layer, 2.0, Precision::fp16).vector.traffic.si() ==
          Approx(forward.vector.traffic.si() / 2.0));
    CHECK(conv_backward(layer, 2.0, Precision::fp32).flop().si() ==
          Approx(2.0 * forward.flop().si()));
    layer.adds_residual = true;
    CHECK(conv_forward(layer, 2.0, Precision::fp32).vector.traffic.si() ==
          Approx(4.0 * 2.0 * out * 8.0));
}

TEST_CASE("a strided convolution reads more than it writes, unless it is 1x1",
          "[application][unit]") {
    ConvLayer layer = hand_made::two_convolutions().layers[0];
    layer.stride = 2;
    CHECK(conv_forward(layer, 1.0, Precision::fp32).traffic[0].si() ==
          Approx(4.0 * (4.0 * 3.0 * 1024.0 + 8.0 * 1024.0 + 216.0)));
    layer.kernel = 1;
    CHECK(conv_forward(layer, 1.0, Precision::fp32).traffic[0].si() ==
          Approx(4.0 * (3.0 * 1024.0 + 8.0 * 1024.0 + 24.0)));
}
