// SPDX-License-Identifier: Apache-2.0
#include "models/application/memory_fit.hpp"

#include "models/application/plan_shortlist.hpp"
#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

FoundPlan found_with(double step, double fits, bool spares = true) {
    FoundPlan found;
    found.step.total = seconds(step);
    found.fits = fits;
    found.spares = spares;
    return found;
}

}  // namespace

TEST_CASE("a plan that needs all of the memory fits in half of all cases", "[application][unit]") {
    Bytes const device = bytes(80e9);
    CHECK(fit_probability(device, device) == Approx(0.5));
    CHECK(fit_probability(0.9 * device, device) == Approx(0.96).margin(0.002));
    CHECK(fit_probability(1.1 * device, device) < 0.06);
    CHECK(fit_probability(0.7 * device, device) > 0.999999);
    CHECK(fit_probability(Bytes{}, device) == 1.0);
}

TEST_CASE("plans are ranked by their time over the probability that they fit",
          "[application][unit]") {
    Shortlist list(3, true);
    list.offer(found_with(1.00, 0.9));
    list.offer(found_with(1.05, 1.0));
    CHECK_FALSE(list.only_sparing());
    list.offer(found_with(0.50, 0.9, false));
    CHECK_FALSE(list.only_sparing());
    list.offer(found_with(1.20, 1.0));
    CHECK(list.only_sparing());
    auto const best = list.take();
    REQUIRE(best.size() == 3);
    CHECK(best[0].step.total == seconds(1.05));
    CHECK(best[1].step.total == seconds(1.00));
    CHECK(best[2].step.total == seconds(1.20));
}
