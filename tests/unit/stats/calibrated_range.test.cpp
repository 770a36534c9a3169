// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/calibrated_range.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/stats/adaptive_level.hpp"
#include "tests/support/catch.hpp"

#include <vector>

using namespace clustersim;

TEST_CASE("without past outcomes there is no range", "[stats][unit]") {
    CHECK_FALSE(CalibratedRange({}, 10, 4).quantile(1.0, 0.5));
}

TEST_CASE("forecasts with a wide centre get a wide range", "[stats][unit]") {
    std::vector<PastForecast> past;
    RandomStream random(1, "errors");
    for (int i = 0; i < 2000; ++i) {
        double const centre = random.uniform01() < 0.5 ? 1.0 : 5.0;
        double const spread = centre == 1.0 ? 0.1 : 1.0;
        past.push_back({centre, centre + spread * (2.0 * random.uniform01() - 1.0)});
    }
    CalibratedRange const range(past, 200, 2);
    auto const width = [&](double centre) {
        return *range.quantile(centre, 0.95) - *range.quantile(centre, 0.05);
    };
    CHECK(width(1.0) == Approx(0.18).epsilon(0.1));
    CHECK(width(5.0) == Approx(1.8).epsilon(0.1));
    CHECK(*range.quantile(5.0, 0.5) == Approx(5.0).margin(0.2));
}

TEST_CASE("an outcome that is not known yet counts with its lower bound", "[stats][unit]") {
    std::vector<PastForecast> past(100, {2.0, 2.0});
    std::vector<PastForecast> waiting = past;
    // These wait already far longer than was forecast.
    for (int i = 0; i < 20; ++i) waiting.push_back({2.0, 4.0, false});
    // These say nothing yet.
    for (int i = 0; i < 500; ++i) waiting.push_back({2.0, 0.5, false});
    CHECK(CalibratedRange(past, 10, 1).quantile(2.0, 0.95) == 2.0);
    CHECK(CalibratedRange(waiting, 10, 1).quantile(2.0, 0.95) == 4.0);
    CHECK(CalibratedRange(waiting, 10, 1).quantile(2.0, 0.05) == 2.0);
}

TEST_CASE("the level of a tail follows its misses", "[stats][unit]") {
    AdaptiveLevel level(0.05, 0.1);
    for (int i = 0; i < 5; ++i) level.update(0.3);
    CHECK(level.level() < 0.05);
    for (int i = 0; i < 100; ++i) level.update(0.0);
    CHECK(level.level() > 0.05);
    CHECK(level.level() <= 0.25);
    for (int i = 0; i < 100; ++i) level.update(1.0);
    CHECK(level.level() == Approx(0.005));
}

TEST_CASE("with an adaptive level the range holds its share under drift", "[stats][unit]") {
    // The errors grow tenfold in time; levels of the first days alone would miss most of the last.
    RandomStream random(2, "drift");
    std::vector<PastForecast> past;
    AdaptiveLevel low(0.05, 0.05);
    AdaptiveLevel high(0.05, 0.05);
    int scored = 0;
    int held = 0;
    for (int block = 0; block < 200; ++block) {
        double const spread = 0.1 * (1.0 + 9.0 * block / 200.0);
        CalibratedRange const range(past, 100, 3);
        int below = 0;
        int above = 0;
        std::vector<PastForecast> today;
        for (int i = 0; i < 50; ++i) {
            double const outcome = 3.0 + spread * random.normal();
            today.push_back({3.0, outcome});
            if (past.empty()) continue;
            below += outcome < *range.quantile(3.0, low.level()) ? 1 : 0;
            above += outcome > *range.quantile(3.0, 1.0 - high.level()) ? 1 : 0;
        }
        if (!past.empty()) {
            low.update(below / 50.0);
            high.update(above / 50.0);
            if (block >= 20) {
                scored += 50;
                held += 50 - below - above;
            }
        }
        past.insert(past.end(), today.begin(), today.end());
    }
    double const share = static_cast<double>(held) / scored;
    CHECK(share > 0.85);
    CHECK(share < 0.95);
}

TEST_CASE("the share below an outcome is the inverse of the quantile", "[stats][unit]") {
    std::vector<PastForecast> past;
    RandomStream random(2, "errors");
    for (int i = 0; i < 300; ++i) past.push_back({1.0, 1.0 + random.normal()});
    CalibratedRange const range(past, 100, 1);
    for (double p = 0.01; p < 1.0; p += 0.01)
        CHECK(*range.share_below(1.0, *range.quantile(1.0, p)) == Approx(p).margin(1e-9));
    CHECK(*range.share_below(1.0, -99.0) == 0.0);
    CHECK(*range.share_below(1.0, 99.0) == 1.0);
    CHECK(range.count_from(1.0, -99.0) == 300);
    CHECK(range.count_from(1.0, 99.0) == 0);
    CHECK_FALSE(CalibratedRange({}, 10, 4).share_below(1.0, 0.5));
    CalibratedRange const stored(range.upper_edges(), range.errors());
    CHECK(stored.quantile(1.0, 0.3) == range.quantile(1.0, 0.3));
}

TEST_CASE("of equal outcomes none lies below", "[stats][unit]") {
    std::vector<PastForecast> const past(50, {2.0, 2.5});
    CalibratedRange const range(past, 10, 1);
    CHECK(*range.share_below(2.0, 2.5) == 0.0);
    CHECK(*range.share_below(2.0, 2.6) == 1.0);
}
