// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/wait_calibration.hpp"

#include "tests/support/catch.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

using namespace clustersim;

namespace {

/// Errors from -1 to 1 in steps of 0.01, all in one bin.
WaitCalibration even_errors() {
    std::vector<double> errors;
    for (int i = -100; i <= 100; ++i) errors.push_back(i / 100.0);
    return {.range = CalibratedRange({}, {errors})};
}

}  // namespace

TEST_CASE("a job that has not waited gets the range of a new one", "[waits][unit]") {
    WaitCalibration const calibration = even_errors();
    auto const fresh = calibration.around(2.0);
    CHECK(fresh.quantiles.front() == Approx(1.1));
    CHECK(fresh.quantiles.back() == Approx(2.9));
    auto const waited = WaitedForecast(calibration, 2.0, 0.0).forecast();
    REQUIRE(waited);
    CHECK(waited->quantiles == fresh.quantiles);
    // A wait that is short beside all past ones changes nothing either.
    auto const hardly = WaitedForecast(calibration, 2.0, 0.5).forecast();
    REQUIRE(hardly);
    CHECK(hardly->quantiles == fresh.quantiles);
}

TEST_CASE("a longer wait so far gives a later range, and never one before now", "[waits][unit]") {
    WaitCalibration const calibration = even_errors();
    WaitForecast last = calibration.around(2.0);
    for (double waited = 0.0; waited < 2.8; waited += 0.01) {
        WaitedForecast const asked(calibration, 2.0, waited);
        auto const forecast = asked.forecast();
        REQUIRE(forecast);
        for (std::size_t i = 0; i < forecast_levels.size(); ++i) {
            CHECK(forecast->quantiles[i] >= waited);
            CHECK(forecast->quantiles[i] >= last.quantiles[i] - 1e-12);
        }
        last = *forecast;
    }
}

TEST_CASE("the conditional quantiles are those of the waits that are longer", "[waits][unit]") {
    // Uniform from 1 to 3, given that it is above 2: uniform from 2 to 3.
    WaitCalibration const calibration = even_errors();
    WaitedForecast const given(calibration, 2.0, 2.0);
    auto const forecast = given.forecast();
    REQUIRE(forecast);
    CHECK(forecast->quantiles.front() == Approx(2.05));
    CHECK(forecast->quantiles[2] == Approx(2.5));
    CHECK(forecast->quantiles.back() == Approx(2.95));
    CHECK(*given.chance_until(2.0) == 0.0);
    CHECK(*given.chance_until(2.5) == Approx(0.5));
    CHECK(*given.chance_until(3.5) == Approx(1.0));
}

TEST_CASE("a wait beyond those of the past has no range", "[waits][unit]") {
    WaitCalibration const calibration = even_errors();
    CHECK(WaitedForecast(calibration, 2.0, 2.8).longer() == 21);
    CHECK(WaitedForecast(calibration, 2.0, 2.8).forecast());
    CHECK_FALSE(WaitedForecast(calibration, 2.0, 2.9).forecast());
    CHECK_FALSE(WaitedForecast(calibration, 2.0, 5.0).chance_until(6.0));
    // A new job always has one.
    CHECK(WaitedForecast(calibration, -5.0, 0.0).forecast());
}

TEST_CASE("levels that follow the misses widen the conditional range, too", "[waits][unit]") {
    WaitCalibration wide = even_errors();
    wide.above = 0.01;
    WaitCalibration const usual = even_errors();
    CHECK(WaitedForecast(wide, 2.0, 2.0).forecast()->quantiles.back() >
          WaitedForecast(usual, 2.0, 2.0).forecast()->quantiles.back());
}

TEST_CASE("calibrations asked block by block are those asked at once", "[waits][unit]") {
    WaitCases cases;
    MethodForecasts given{"given", {}};
    std::vector<double> centres;
    // Ten jobs a day with waits from seconds to days, so that many are open for several blocks.
    for (int day = 0; day < 12; ++day) {
        Instant const begin{day * 86400};
        cases.blocks.push_back({begin, cases.cases.size(), cases.cases.size() + 10});
        for (int i = 0; i < 10; ++i) {
            Instant const at = begin + Seconds{i * 3600};
            std::int64_t const wait = (day * 7 + i * i * 13) % 11 * 30'000 + i;
            cases.cases.push_back({.at = at, .start = at + Seconds{wait}});
            centres.push_back(3.0 + 0.1 * i);
            WaitForecast forecast{.centre = centres.back()};
            for (std::size_t level = 0; level < forecast.quantiles.size(); ++level)
                forecast.quantiles[level] = centres.back() - 1.0 + 0.5 * static_cast<double>(level);
            given.of.emplace_back(forecast);
        }
    }
    WaitWalk const walk{.first_forecast = 1, .first_scored = 3, .blocks_per_fit = 7};
    WalkCalibration in_turn(cases, walk, centres, given);
    for (std::size_t block = 2; block < cases.blocks.size(); ++block) {
        auto const followed = in_turn.at(block);
        auto const anew = WalkCalibration(cases, walk, centres, given).at(block);
        REQUIRE(followed.has_value() == anew.has_value());
        if (!followed) continue;
        CHECK(followed->below == anew->below);
        CHECK(followed->above == anew->above);
        CHECK(followed->around(3.0).quantiles == anew->around(3.0).quantiles);
    }
    CHECK(in_turn.at(11)->above != in_turn.at(11)->below);
}
