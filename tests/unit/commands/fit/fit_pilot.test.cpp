// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/fit/fit_pilot.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

using namespace clustersim;

TEST_CASE("wrong names of a pilot's application, machine and parameter are reported together",
          "[study][unit]") {
    PilotQuestion q;
    q.application = "gpt-857";
    q.system = "lumy";
    q.fit = {"latency"};
    auto const found = fit_pilot(q, shipped_library());
    CHECK_FALSE(found.answer);
    CHECK(found.problems.items().size() == 3);
}
