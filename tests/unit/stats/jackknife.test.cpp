// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/jackknife.hpp"

#include "tests/support/catch.hpp"

#include <cmath>
#include <vector>

using namespace clustersim;

TEST_CASE("for a mean, the jackknife gives the usual interval", "[stats][unit]") {
    std::vector<double> const values{3.0, 5.0, 4.0, 8.0};
    std::vector<double> left_out;
    for (double const one : values) left_out.push_back((20.0 - one) / 3.0);
    // Standard error sqrt(14 / 3 / 4); t of 3 degrees of freedom is 3.18245.
    auto const half = jackknife_half_width(left_out);
    REQUIRE(half);
    CHECK(*half == Approx(3.182446 * std::sqrt(14.0 / 12.0)).epsilon(1e-6));
}

TEST_CASE("two blocks give no interval", "[stats][unit]") {
    CHECK_FALSE(jackknife_half_width(std::vector<double>{1.0, 2.0}));
    CHECK(jackknife_half_width(std::vector<double>{1.0, 1.0, 1.0}) == 0.0);
}
