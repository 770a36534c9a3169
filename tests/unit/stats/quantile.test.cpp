// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/quantile.hpp"

#include "tests/support/catch.hpp"

#include <limits>

using namespace clustersim;
using Values = std::vector<double>;

TEST_CASE("a quantile interpolates between order statistics as R's type 7", "[stats][unit]") {
    Values const v{1, 2, 4, 8};
    CHECK(quantile(v, 0.0) == 1);
    CHECK(quantile(v, 1.0) == 8);
    CHECK(quantile(v, 0.5) == 3);
    CHECK(quantile(v, 0.25) == Approx(1.75));
    CHECK(quantile(v, 0.95) == Approx(7.4));
    CHECK(quantile(Values{5}, 0.3) == 5);
    CHECK(median(Values{1, 2, 9}) == 2);
}

TEST_CASE("an infinite value does not spoil the quantiles below it", "[stats][unit]") {
    double const inf = std::numeric_limits<double>::infinity();
    CHECK(quantile(Values{1, 2, inf}, 0.5) == 2);
    CHECK(quantile(Values{1, 2, inf}, 1.0) == inf);
}

TEST_CASE("the nearest rank is always one of the values", "[stats][unit]") {
    Values const v{15, 20, 35, 40, 50};
    CHECK(nearest_rank(v, 0.05) == 15);
    CHECK(nearest_rank(v, 0.30) == 20);
    CHECK(nearest_rank(v, 0.40) == 20);
    CHECK(nearest_rank(v, 0.50) == 35);
    CHECK(nearest_rank(v, 1.00) == 50);
    CHECK(nearest_rank(v, 0.0) == 15);
    Values twenty;
    for (int i = 1; i <= 20; ++i) twenty.push_back(i);
    CHECK(nearest_rank(twenty, 0.95) == 19);
    CHECK(nearest_rank(twenty, 0.15) == 3);
}

TEST_CASE("the mean of a sample loses no digits", "[stats][unit]") {
    Values const v{2, 4, 4, 4, 5, 5, 7, 9};
    CHECK(mean(v) == 5);
    CHECK(mean(Values{1e100, 1.0, -1e100}) == Approx(1.0 / 3.0));
}

TEST_CASE("sorting keeps every value", "[stats][unit]") {
    CHECK(sorted(Values{3, 1, 2, 1}) == Values{1, 1, 2, 3});
    CHECK(sorted(Values{}).empty());
}
