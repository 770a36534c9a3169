// SPDX-License-Identifier: Apache-2.0
#include "models/application/operators.hpp"

#include "models/application/network_time.hpp"
#include "models/application/step_time.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

#include <algorithm>
#include <string>

using namespace clustersim;

namespace {

Duration all_times(OperatorRoofline const& roofline) {
    Duration sum{};
    for (Operator const& one : roofline.operators) sum += one.work.time;
    return sum;
}

/// The first one whose name begins so.
Operator named(OperatorRoofline const& roofline, std::string const& name) {
    auto const found = std::ranges::find_if(
        roofline.operators, [&](Operator const& one) { return one.name.starts_with(name); });
    REQUIRE(found != roofline.operators.end());
    return *found;
}

}  // namespace

TEST_CASE("the operators of a step take the time of its passes", "[application][unit]") {
    Transformer m = hand_made::small();
    Plan plan;
    plan.precision = Precision::fp16;
    plan.accumulation = 3;
    for (bool const experts : {false, true}) {
        if (experts) m.experts = {8, 2, 4096, 0, 0};
        auto const application = hand_made::application(m);
        auto const context = prepare_step(application, hand_made::platform(), plan);
        auto const roofline = operators_of(application, hand_made::platform(), plan);
        REQUIRE(context);
        REQUIRE(roofline);
        StepTime const step = step_time(m, plan, *context);
        CHECK(all_times(*roofline).si() == Approx(step.compute.si()).epsilon(1e-9));
        CHECK(std::ranges::is_sorted(roofline->operators,
                                     std::ranges::greater{},
                                     [](Operator const& one) { return one.work.time.si(); }));
    }
}

TEST_CASE("a product has the intensity of its factors", "[application][unit]") {
    Transformer const m = hand_made::small();
    Plan plan;
    plan.precision = Precision::fp16;
    auto const roofline = operators_of(hand_made::application(m), hand_made::platform(), plan);
    REQUIRE(roofline);
    REQUIRE(roofline->ceilings.size() == 2);
    CHECK(roofline->ceilings[0].name == "matrix units, fp16");
    CHECK(roofline->ceilings[0].rate.si() == Approx(100e12));
    CHECK(roofline->memory.si() == Approx(1e12));
    // Four layers; queries, keys and values of 3 x 1024, and the map after them, of 1024 tokens.
    double const tokens = 1024.0, h = 1024.0;
    Operator const maps = named(*roofline, "linear maps of attention, forward");
    CHECK(maps.work.flop.si() == Approx(4.0 * 2.0 * tokens * 4.0 * h * h));
    double const numbers =
        tokens * h + 3.0 * h * h + 3.0 * tokens * h + tokens * h + h * h + tokens * h;
    CHECK(maps.work.traffic.si() == Approx(4.0 * 2.0 * numbers));
    CHECK(maps.intensity() == Approx(maps.work.flop.si() / maps.work.traffic.si()));
    for (Operator const& one : roofline->operators) {
        if (!one.has_intensity()) continue;
        CHECK(one.rate() <= roofline->ceilings[0].rate);
        CHECK(one.bandwidth().si() <= roofline->memory.si() * (1.0 + 1e-9));
    }
    CHECK(!named(*roofline, "norms and residual sums").has_intensity());
}

TEST_CASE("the parts of a network of convolutions take the time of its passes",
          "[application][unit]") {
    Cnn const m = hand_made::two_convolutions();
    Plan plan;
    plan.precision = Precision::fp16;
    Application application = hand_made::application(hand_made::small());
    application.model = m;
    auto const context = prepare_step(application, hand_made::platform(), plan);
    REQUIRE(context);
    NetworkTime const time = network_time(m, plan, *context);
    Duration sum{};
    for (LayerPart const& part : network_parts(m, plan, *context))
        sum += part.forward.time + part.backward.time;
    CHECK(sum.si() == Approx((time.forward.busy + time.backward.busy).si()).epsilon(1e-9));
}

TEST_CASE("an application described by its work is one operator of a node", "[application][unit]") {
    StepWork work;
    work.precision = Precision::fp32;
    work.flop = flop(8e12);
    work.traffic = bytes(4e12);
    GenericApplication application;
    application.model = work;
    GenericPlatform platform;
    platform.node = hand_made::platform().node;
    platform.accelerator = hand_made::device();
    auto const roofline = operators_of(application, platform, 2);
    REQUIRE(roofline);
    REQUIRE(roofline->operators.size() == 1);
    CHECK(roofline->of == "a node");
    CHECK(roofline->operators[0].intensity() == Approx(2.0));
    CHECK(roofline->operators[0].work.flop.si() == Approx(4e12));
    CHECK(roofline->memory.si() == Approx(4e12));
    // Its memory is the limit.
    CHECK(roofline->operators[0].rate().si() == Approx(8e12));
    application.model = MeasuredTimes{};
    CHECK(!operators_of(application, platform, 2));
}
