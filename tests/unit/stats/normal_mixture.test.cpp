// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/normal_mixture.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/stats/ks_distance.hpp"
#include "sim/stats/normal.hpp"
#include "sim/stats/quantile.hpp"
#include "tests/support/catch.hpp"

#include <vector>

using namespace clustersim;

TEST_CASE("the normal distribution and its quantile are each other's inverse", "[stats][unit]") {
    CHECK(normal_cdf(0.0) == 0.5);
    CHECK(normal_cdf(1.0) == Approx(0.841344746).epsilon(1e-8));
    CHECK(normal_quantile(0.975) == Approx(1.959963985).epsilon(1e-8));
    for (double const z : {-5.0, -0.3, 0.0, 2.0})
        CHECK(normal_quantile(normal_cdf(z)) == Approx(z).margin(1e-9));
}

TEST_CASE("a mixture is found again, and no more components than there are", "[stats][unit]") {
    RandomStream random(1, "mixture");
    std::vector<double> values;
    for (int i = 0; i < 20000; ++i)
        values.push_back(random.bernoulli(0.3) ? 2.0 + 0.5 * random.normal()
                                               : 6.0 + 1.0 * random.normal());
    values = sorted(values);
    auto const mixture = choose_normal_mixture(values, 4, 0.1);
    REQUIRE(mixture.size() == 2);
    CHECK(mixture[0].weight == Approx(0.3).margin(0.01));
    CHECK(mixture[0].mean == Approx(2.0).margin(0.03));
    CHECK(mixture[0].deviation == Approx(0.5).margin(0.03));
    CHECK(mixture[1].mean == Approx(6.0).margin(0.03));
    CHECK(mixture[1].deviation == Approx(1.0).margin(0.03));
    CHECK(ks_distance(values, [&](double v) { return mixture_cdf(mixture, v); }) < 0.01);
    auto const one = fit_normal_mixture(values, 1, 0.1);
    REQUIRE(one.size() == 1);
    CHECK(one[0].mean == Approx(mean(values)));
}

TEST_CASE("equal values keep the smallest width", "[stats][unit]") {
    std::vector<double> const values(50, 3.0);
    auto const mixture = choose_normal_mixture(values, 4, 0.1);
    REQUIRE(mixture.size() == 1);
    CHECK(mixture[0].mean == Approx(3.0));
    CHECK(mixture[0].deviation == Approx(0.1));
}
