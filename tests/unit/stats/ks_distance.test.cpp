// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/ks_distance.hpp"

#include "sim/stats/shared_variance.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <vector>

using namespace clustersim;

TEST_CASE("the distance to a distribution is the largest step on either side", "[stats][unit]") {
    auto const uniform = [](double v) { return std::clamp(v, 0.0, 1.0); };
    CHECK(ks_distance(std::vector{0.5}, uniform) == Approx(0.5));
    CHECK(ks_distance(std::vector{0.2, 0.4}, uniform) == Approx(0.6));
    // Four equal whole numbers are one step.
    auto const counts = [](double v) { return v < 1.0 ? 0.0 : v < 2.0 ? 0.75 : 1.0; };
    CHECK(ks_distance_of_counts(std::vector{1.0, 1.0, 1.0, 2.0}, counts) == Approx(0.0));
    CHECK(ks_distance_of_counts(std::vector{1.0, 1.0, 2.0, 2.0}, counts) == Approx(0.25));
}

TEST_CASE("the distance of two samples is that of their distribution functions", "[stats][unit]") {
    std::vector<double> const a{1.0, 2.0, 3.0, 4.0};
    CHECK(ks_distance(a, a) == 0.0);
    CHECK(ks_distance(a, std::vector{5.0, 6.0}) == 1.0);
    CHECK(ks_distance(a, std::vector{2.0, 2.0, 3.0, 4.0}) == Approx(0.25));
}

TEST_CASE("groups share variance if their values are alike", "[stats][unit]") {
    using Groups = std::vector<std::vector<double>>;
    Groups const alike{{1.0, 1.0}, {2.0, 2.0}, {3.0, 3.0, 3.0}};
    CHECK(variance_between(alike) == Approx(1.0));
    CHECK(pair_correlation(alike) > 0.9);
    Groups const apart{{1.0, 3.0}, {3.0, 1.0}, {1.0, 3.0}, {2.0}};
    CHECK(variance_between(apart) == 0.0);
    CHECK(pair_correlation(apart) == 0.0);
    // Nothing can be said about too few groups.
    CHECK(variance_between(Groups{{1.0, 2.0}, {3.0}, {4.0}}) == 0.0);
    CHECK(pair_correlation(Groups{{1.0}, {2.0}}) == 0.0);
    // One-way analysis of variance by hand: means 1, 2, 6, within 0.5 each, two values a group:
    // between = 2 * 14 / 2 = 14, within 0.5, (14 - 0.5) / 2 = 6.75; 6.75 / 7.25
    CHECK(variance_between(Groups{{0.5, 1.5}, {1.5, 2.5}, {5.5, 6.5}}) == Approx(6.75 / 7.25));
}
