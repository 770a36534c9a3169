// SPDX-License-Identifier: Apache-2.0
#include "models/application/step_time.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

namespace {

StepTime replicated(Plan const& plan, Framework const& framework) {
    Application a = hand_made::application(hand_made::small());
    a.training.framework = framework;
    auto const context = prepare_step(a, hand_made::platform(), plan);
    REQUIRE(context);
    return step_time(hand_made::small(), plan, *context);
}

Plan in_pieces(int pipeline, int pieces) {
    Plan plan;
    plan.precision = Precision::fp16;
    plan.pipeline = pipeline;
    plan.virtual_stages = pieces;
    plan.data = 8;
    plan.accumulation = 8;
    return plan;
}

/// Hides all that can be hidden, in one bucket for each piece.
Framework hiding() {
    Framework framework = hand_made::ideal();
    framework.gradient_overlap = 1.0;
    framework.bucket.gradients = 1e12;
    return framework;
}

}  // namespace

TEST_CASE("aligned reductions leave that of the last piece to the end", "[application][unit]") {
    Framework ahead = hiding();
    ahead.bucket.gradients = 1e5;
    Framework aligned = ahead;
    aligned.aligned_reduction = true;
    CHECK(replicated(in_pieces(2, 2), aligned).dp_exposed >
          replicated(in_pieces(2, 2), ahead).dp_exposed);
    // Without pieces there is nothing to align.
    CHECK(replicated(in_pieces(2, 1), aligned).dp_exposed ==
          replicated(in_pieces(2, 1), ahead).dp_exposed);
    // All is left if nothing hides it; between that and one piece of two otherwise.
    Framework unhidden = aligned;
    unhidden.gradient_overlap = 0.0;
    Duration const all = replicated(in_pieces(2, 2), unhidden).dp_exposed;
    Duration const left = replicated(in_pieces(2, 2), aligned).dp_exposed;
    CHECK(left.si() >= 0.5 * all.si());
    CHECK(left < all);
}

TEST_CASE("stages that gather weights on their first use wait one after the other",
          "[application][unit]") {
    Framework ahead = hiding();
    Framework late = ahead;
    late.gather_on_use = true;
    Plan plan = in_pieces(2, 2);
    plan.sharding = Sharding::optimizer;
    CHECK(replicated(plan, late).dp_exposed > replicated(plan, ahead).dp_exposed);
    // States that are whole are not gathered.
    CHECK(replicated(in_pieces(2, 2), late).dp_exposed ==
          replicated(in_pieces(2, 2), ahead).dp_exposed);
}
