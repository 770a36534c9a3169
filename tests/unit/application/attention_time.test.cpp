// SPDX-License-Identifier: Apache-2.0
#include "models/application/layer_time.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

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
