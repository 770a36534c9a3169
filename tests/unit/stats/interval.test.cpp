// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/interval.hpp"

#include "tests/support/catch.hpp"

#include <vector>

using namespace clustersim;

namespace {

std::vector<double> one_to(int n) {
    std::vector<double> v;
    for (int i = 1; i <= n; ++i) v.push_back(i);
    return v;
}

}  // namespace

TEST_CASE("the median's interval follows the binomial table", "[stats][unit]") {
    // n = 10: P(Bin <= 1) = 11/1024, so the 2nd and 9th values cover with 1 - 22/1024.
    auto const ten = median_interval(one_to(10));
    REQUIRE(ten);
    CHECK(ten->low == 2);
    CHECK(ten->high == 9);
    CHECK(ten->confidence == Approx(1.0 - 22.0 / 1024.0));
    // n = 100: the published ranks are 40 and 61.
    auto const hundred = median_interval(one_to(100));
    REQUIRE(hundred);
    CHECK(hundred->low == 40);
    CHECK(hundred->high == 61);
    // n = 6: only the whole range does.
    auto const six = median_interval(one_to(6));
    REQUIRE(six);
    CHECK(six->low == 1);
    CHECK(six->high == 6);
}

TEST_CASE("too few values give no interval rather than a wrong one", "[stats][unit]") {
    CHECK_FALSE(median_interval(one_to(5)).has_value());
    CHECK_FALSE(median_interval(one_to(1)).has_value());
    CHECK_FALSE(median_interval({}).has_value());
    CHECK(median_interval(one_to(5), 0.90).has_value());
}
