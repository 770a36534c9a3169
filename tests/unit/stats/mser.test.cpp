// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/mser.hpp"

#include "sim/core/random_stream.hpp"
#include "tests/support/catch.hpp"

#include <cmath>
#include <vector>

using namespace clustersim;

namespace {

/// A level of 10 with noise, reached as 1 - e^(-t / rise).
std::vector<double> rising(std::size_t n, double rise, double noise = 1.0) {
    RandomStream random(1, "rising");
    std::vector<double> values;
    for (std::size_t t = 0; t < n; ++t)
        values.push_back(10.0 * (1.0 - std::exp(-static_cast<double>(t) / rise)) +
                         noise * random.normal());
    return values;
}

}  // namespace

TEST_CASE("the beginning that is below the level is left out", "[stats][unit]") {
    auto const cut = mser5(rising(400, 20.0));
    REQUIRE(cut);
    CHECK(*cut >= 30);   // 1 - e^-1.5 of the level
    CHECK(*cut <= 120);  // 1 - e^-6
}

TEST_CASE("a steady series loses little", "[stats][unit]") {
    auto const cut = mser5(rising(400, 1e-9));
    REQUIRE(cut);
    CHECK(*cut <= 100);
    CHECK(mser5(std::vector<double>(100, 0.3)) == std::size_t{0});
}

TEST_CASE("a series that still rises has no steady part", "[stats][unit]") {
    CHECK_FALSE(mser5(rising(200, 400.0, 0.3)));
    CHECK_FALSE(mser5(std::vector<double>(49, 1.0)));
}
