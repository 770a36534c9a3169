// SPDX-License-Identifier: Apache-2.0
#include "models/application/step_time.hpp"
#include "tests/support/catch.hpp"

#include <fmt/format.h>

#include <string>

using namespace clustersim;

TEST_CASE("parts that are shown together are summed in one column", "[application][unit]") {
    StepTime step;
    step.tp_comm = seconds(1.0);
    step.host = seconds(2.0);
    step.overhead = seconds(4.0);
    step.idle = seconds(8.0);
    std::string shown;
    for (auto const& [part, time] : columns_of(step))
        if (time > Duration{}) shown += fmt::format("{} {} ", part->column, time.si());
    CHECK(shown == "tensor 1 host 6 idle 8 ");
    CHECK(sum_of(step, StepPart::Kind::device) == seconds(14.0));
    CHECK(sum_of(step, StepPart::Kind::network) == seconds(1.0));
}
