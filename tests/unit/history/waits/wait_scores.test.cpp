// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/wait_scores.hpp"

#include "tests/support/catch.hpp"

#include <array>
#include <vector>

using namespace clustersim;

namespace {

/// Waits + 1 s of 10, 100 and 1,000 s.
WaitCases three_waits() {
    WaitCases cases;
    for (std::int64_t const wait : {9, 99, 999})
        cases.cases.push_back({.at = Instant{0}, .start = Instant{wait}});
    cases.blocks = {{Instant{0}, 0, 3}};
    return cases;
}

constexpr std::array<std::size_t, 3> all_three{0, 1, 2};

}  // namespace

TEST_CASE("scores of known forecasts", "[waits][unit]") {
    WaitCases const cases = three_waits();
    CHECK(cases.cases[2].log_wait() == Approx(3.0));
    // All are forecast as 100 s, from 20 s to 500 s.
    WaitForecast const forecast{2.0, {1.3, 1.7, 2.0, 2.3, 2.7}};
    MethodForecasts const method{"flat", {forecast, forecast, forecast}};
    WaitScore const score = score_of(cases, method, all_three);
    CHECK(score.jobs == 3);
    CHECK(score.squared_error == Approx(2.0 / 3.0));
    CHECK(score.within_2 == Approx(1.0 / 3.0));
    CHECK(score.held == Approx(1.0 / 3.0));
    CHECK(score.width == Approx(1.4));
    // The quantile losses of 1, 2 and 3 at the five levels, by hand.
    double sum = 0.0;
    for (double const y : {1.0, 2.0, 3.0})
        for (std::size_t k = 0; k < 5; ++k) {
            double const miss = y - forecast.quantiles[k];
            sum += miss >= 0.0 ? forecast_levels[k] * miss : (forecast_levels[k] - 1.0) * miss;
        }
    CHECK(score.pinball == Approx(sum / 15.0));
}

TEST_CASE("the shortest range that holds a share", "[waits][unit]") {
    std::vector<double> const values{0.0, 5.0, 5.1, 5.2, 5.3, 9.0};
    CHECK(shortest_range(values, 0.6) == Approx(0.3));
    CHECK(shortest_range(values, 1.0) == Approx(9.0));
}

TEST_CASE("classes of walltimes and sizes", "[waits][unit]") {
    CHECK(walltime_class(std::nullopt) == WalltimeClass::unknown);
    CHECK(walltime_class(Seconds{10'800}) == WalltimeClass::hours_3);
    CHECK(walltime_class(Seconds{10'801}) == WalltimeClass::hours_12);
    CHECK(walltime_class(Seconds{864'000}) == WalltimeClass::longer);
    CHECK(job_size_class(1.0) == JobSizeClass::smallest);
    CHECK(job_size_class(4.0) == JobSizeClass::small);
    CHECK(job_size_class(65.0) == JobSizeClass::large);
}
