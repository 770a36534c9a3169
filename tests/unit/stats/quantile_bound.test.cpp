// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/quantile_bound.hpp"

#include "tests/support/catch.hpp"

#include <numeric>
#include <vector>

using namespace clustersim;

namespace {

std::vector<double> one_to(std::size_t n) {
    std::vector<double> values(n);
    std::iota(values.begin(), values.end(), 1.0);
    return values;
}

}  // namespace

TEST_CASE("fewer than 59 values have no bound of the 95 % quantile", "[stats][unit]") {
    // Brevik, Nurmi, Wolski 2006: 1 - 0.95^59 is the first above 0.95.
    CHECK_FALSE(upper_bound_rank(58, 0.95, 0.95));
    CHECK(upper_bound_rank(59, 0.95, 0.95) == std::size_t{58});
    CHECK(quantile_upper_bound(one_to(59), 0.95, 0.95) == 59.0);
    CHECK_FALSE(quantile_upper_bound(one_to(58), 0.95, 0.95));
    CHECK_FALSE(quantile_upper_bound({}, 0.5, 0.95));
}

TEST_CASE("the rank is that of the binomial distribution", "[stats][unit]") {
    // Binomial (10, 0.5): P(B <= 7) = 0.9453, P(B <= 8) = 0.9893.
    CHECK(upper_bound_rank(10, 0.5, 0.94) == std::size_t{7});
    CHECK(upper_bound_rank(10, 0.5, 0.95) == std::size_t{8});
}

TEST_CASE("the lower bound mirrors the upper one", "[stats][unit]") {
    std::vector<double> const values = one_to(400);
    auto const low = quantile_lower_bound(values, 0.05, 0.95);
    auto const high = quantile_upper_bound(values, 0.95, 0.95);
    REQUIRE(low);
    REQUIRE(high);
    CHECK(*low + *high == 401.0);
    CHECK(*low < 20.0);
    CHECK(*high > 380.0);
}

TEST_CASE("a bound on many values is near the quantile", "[stats][unit]") {
    auto const high = quantile_upper_bound(one_to(100'000), 0.9, 0.95);
    REQUIRE(high);
    CHECK(*high >= 90'000.0);
    CHECK(*high < 90'300.0);
}
