// SPDX-License-Identifier: Apache-2.0
#include "models/application/measured_time.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/says.hpp"

using namespace clustersim;

namespace {

MeasuredTimes table() {
    MeasuredTimes times;
    times.rows = {{1, seconds(100)}, {4, seconds(30)}, {16, seconds(12)}};
    return times;
}

double at(MeasuredTimes const& times, int nodes) {
    auto const step = measured_step(times, nodes);
    REQUIRE(step);
    CHECK(step->low <= step->total);
    CHECK(step->total <= step->high);
    return step->total.si();
}

}  // namespace

TEST_CASE("a measured row is itself, and times between rows are geometric means",
          "[application][unit]") {
    CHECK(at(table(), 4) == Approx(30.0));
    CHECK(at(table(), 2) == Approx(std::sqrt(100.0 * 30.0)));
    CHECK(at(table(), 8) == Approx(std::sqrt(30.0 * 12.0)));
}

TEST_CASE("the range between two rows is what monotonic scaling allows", "[application][unit]") {
    auto const step = measured_step(table(), 2);
    REQUIRE(step);
    // Not faster than in proportion to one node, not slower than the fastest way to 30 s on four.
    CHECK(step->low.si() == Approx(50.0));
    CHECK(step->high.si() == Approx(60.0));
    MeasuredTimes spread = table();
    spread.spread = 0.1;
    CHECK(measured_step(spread, 2)->low.si() == Approx(45.0));
    CHECK(measured_step(spread, 4)->high.si() == Approx(33.0));
}

TEST_CASE("outside of the measured node counts there is no time", "[application][unit]") {
    MeasuredTimes times = table();
    times.rows.erase(times.rows.begin());
    for (int const nodes : {1, 17}) {
        auto const step = measured_step(times, nodes);
        REQUIRE_FALSE(step);
        CHECK(step.error().items().front().code == Code::never_fits);
        CHECK(says(step.error().items().front().message, "measured on 4 to 16 nodes"));
    }
}

TEST_CASE("under weak scaling the work of a step grows with the nodes", "[application][unit]") {
    MeasuredTimes times = table();
    times.scaling = ProblemScaling::weak;
    times.rows = {{1, seconds(10)}, {16, seconds(12)}};
    auto const step = measured_step(times, 4);
    REQUIRE(step);
    CHECK(step->work == Approx(4.0));
    CHECK(step->low.si() == Approx(10.0));
    CHECK(step->high.si() == Approx(12.0));
}

TEST_CASE("Amdahl's law is limited by the serial share", "[application][unit]") {
    LawTimes law;
    law.serial = 0.1;
    law.measured = {1, seconds(100)};
    CHECK(law_step(law, 1).total.si() == Approx(100.0));
    CHECK(law_step(law, 9).total.si() == Approx(20.0));
    CHECK(law_step(law, 1'000'000).total.si() == Approx(10.0).epsilon(1e-3));
    GenericStep const far = law_step(law, 1'000'000);
    CHECK(far.low.si() == Approx(5.0).epsilon(1e-3));
    CHECK(far.high.si() == Approx(20.0).epsilon(1e-3));
    // From a time on several nodes to fewer: the range is still in order.
    law.measured = {9, seconds(20)};
    GenericStep const back = law_step(law, 1);
    CHECK(back.total.si() == Approx(100.0));
    CHECK(back.low < back.total);
    CHECK(back.high > back.total);
}

TEST_CASE("Gustafson's law keeps the time and grows the work", "[application][unit]") {
    LawTimes law;
    law.law = SpeedupLaw::gustafson;
    law.serial = 0.25;
    law.measured = {1, seconds(100)};
    GenericStep const step = law_step(law, 8);
    CHECK(step.total.si() == Approx(100.0));
    CHECK(step.work == Approx(6.25));
}
