// SPDX-License-Identifier: Apache-2.0
#include "models/application/layer_time.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

TEST_CASE("the host issues more for products in eight bits", "[application][unit]") {
    Transformer const m = hand_made::small();
    Plan plan;
    plan.precision = Precision::fp16;
    auto const roof = roofline_of(hand_made::device(), plan.precision);
    REQUIRE(roof);
    double const wide = layer_time(m, plan, {*roof, *roof}, hand_made::ideal()).forward.kernels;
    plan.precision = Precision::fp8;
    double const narrow = layer_time(m, plan, {*roof, *roof}, hand_made::ideal()).forward.kernels;
    // Four maps of a layer, each nearly four times the work for the host.
    CHECK(narrow - wide == Approx(4.0 * (2.0 * 140.0 / 74.0 - 1.0)));
}
