// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/simple_forecasts.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/history/waits/synthetic_cases.hpp"

#include <algorithm>

using namespace clustersim;

namespace {

constexpr WaitWalk simple_walk{.first_forecast = 5, .first_scored = 10, .blocks_per_fit = 7};

}  // namespace

TEST_CASE("the methods to compare with know only waits that have ended", "[waits][unit]") {
    Past const past = synthetic_jobs(30);
    Instant const now{20 * day_s};
    Past changed = past;
    for (PastJob& job : changed.jobs)
        if (job.start >= now) job.start = job.start + Seconds{100'000};
    auto const before = simple_forecasts(cases_of_jobs(past), simple_walk);
    auto const after = simple_forecasts(cases_of_jobs(changed), simple_walk);
    REQUIRE(before.size() == 4);
    for (std::size_t m = 0; m < before.size(); ++m) {
        CHECK_FALSE(before[m].of.front());
        for (std::size_t i = 0; i < past.jobs.size() && past.jobs[i].submit < now; ++i) {
            REQUIRE(before[m].of[i].has_value() == after[m].of[i].has_value());
            if (before[m].of[i]) CHECK(before[m].of[i]->quantiles == after[m].of[i]->quantiles);
        }
    }
}

TEST_CASE("the quantiles of every method ascend", "[waits][unit]") {
    for (MethodForecasts const& method :
         simple_forecasts(cases_of_jobs(synthetic_jobs(30)), simple_walk)) {
        INFO(method.method);
        CHECK(method.of.back());
        for (auto const& forecast : method.of)
            if (forecast) CHECK(std::ranges::is_sorted(forecast->quantiles));
    }
}
