// SPDX-License-Identifier: Apache-2.0
#include "models/failure/straggler.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("the slowest of n agrees with tables of order statistics", "[failure][unit]") {
    CHECK(expected_maximum(1) == 0.0);
    CHECK(expected_maximum(2) == Approx(0.5642).epsilon(0.06));
    CHECK(expected_maximum(10) == Approx(1.5388).epsilon(0.01));
    CHECK(expected_maximum(100) == Approx(2.5076).epsilon(0.01));
}

TEST_CASE("equal devices do not wait", "[failure][unit]") {
    CHECK(slowest_of(4096, 0.0) == 1.0);
    CHECK(slowest_of(100, 0.01) == Approx(1.025).epsilon(0.001));
}
