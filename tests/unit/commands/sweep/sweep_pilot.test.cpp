// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/sweep/sweep_pilot.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("core time is that of queues, their replicates and the points in them", "[sweep][unit]") {
    SweepCosts const costs{5.0, 2.0, 0.25, 0.5};
    CHECK(core_seconds(costs, 1, 1, 1.0) == Approx(7.75));
    CHECK(core_seconds(costs, 3, 100, 20.0) ==
          Approx(3 * 5.0 + 100 * 0.25 + 20.0 * (3 * 2.0 + 100 * 0.5)));
}
