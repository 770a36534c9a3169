// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/basic.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim::slurm;

TEST_CASE("priority/basic counts down from 4294901759 (TV-9)", "[slurm_priority][unit]") {
    BasicPriority priority;
    CHECK(priority.next() == 4294901759U);
    CHECK(priority.next() == 4294901758U);
    CHECK(priority.next() == 4294901757U);
}

TEST_CASE("priority/basic subtracts nice, and later jobs are below (spec 5.1)",
          "[slurm_priority][unit]") {
    BasicPriority priority;
    CHECK(priority.next(100) == 4294901659U);
    CHECK(priority.next() == 4294901658U);
    CHECK(priority.next(-50) == 4294901707U);
    CHECK(priority.next() == 4294901657U);
    CHECK(priority.next(5000000000) == 1U);
    CHECK(priority.next() == 1U);
}
