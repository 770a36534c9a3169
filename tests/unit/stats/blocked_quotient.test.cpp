// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/blocked_quotient.hpp"

#include "tests/support/catch.hpp"

#include <cmath>

using namespace clustersim;

namespace {

BlockedQuotient of_values(std::initializer_list<double> values) {
    BlockedQuotient out(values.size());
    std::size_t block = 0;
    for (double const one : values) out.add(block++, one);
    return out;
}

}  // namespace

TEST_CASE("a quotient weighs its blocks by their data", "[stats][unit]") {
    BlockedQuotient mean(3);
    mean.add(0, 10.0, 1.0);
    mean.add(1, 2.0, 4.0);
    CHECK(mean.value() == Approx(12.0 / 5.0));
    CHECK(mean.without(0) == Approx(0.5));
    CHECK_FALSE(mean.has(2));
    CHECK_FALSE(mean.half_width());  // two blocks with data
    CHECK(BlockedQuotient(4).empty());
    CHECK(BlockedQuotient(4).value() == 0.0);
}

TEST_CASE("the interval of a mean of single values is Student's", "[stats][unit]") {
    auto const half = of_values({3.0, 5.0, 4.0, 8.0}).half_width();
    REQUIRE(half);
    CHECK(*half == Approx(3.182446 * std::sqrt(14.0 / 12.0)).epsilon(1e-6));
}

TEST_CASE("what moves both sides alike cancels in a difference", "[stats][unit]") {
    auto const first = of_values({100.0, 9000.0, 20.0, 700.0});
    auto const other = of_values({101.0, 9001.0, 21.0, 701.0});
    auto const half = half_width_of_difference(first, other);
    REQUIRE(half);
    CHECK(*half == Approx(0.0).margin(1e-9));
    CHECK(*first.half_width() > 1000.0);
}
