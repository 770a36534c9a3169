// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/bounded_wait.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/history/waits/synthetic_cases.hpp"

#include <algorithm>

using namespace clustersim;

namespace {

/// `count` waits of 10 s, 20 s, … in one class, all over at day 10.
WaitCases tens(std::int64_t count) {
    Past past;
    for (std::int64_t i = 0; i < count; ++i) {
        PastJob job;
        job.submit = Instant{i};
        job.start = job.submit + Seconds{10 * (i + 1)};
        job.end = job.start + Seconds{1};
        past.jobs.push_back(job);
    }
    return cases_of_jobs(past);
}

constexpr Instant day_10{10 * day_s};

}  // namespace

TEST_CASE("59 waits bound the 5 and 95 % quantiles by the smallest and largest", "[waits][unit]") {
    WaitCases const cases = tens(59);
    auto const bound = bounded_wait(cases, cases.cases.front(), 0.0, day_10);
    REQUIRE(bound);
    CHECK(bound->of_class);
    CHECK(bound->low == Approx(std::log10(11.0)));
    CHECK(bound->high == Approx(std::log10(591.0)));
    CHECK(bound->median == Approx(std::log10(301.0)));
    CHECK_FALSE(bounded_wait(tens(58), cases.cases.front(), 0.0, day_10));
}

TEST_CASE("only waits that were longer bound that of a job that waits", "[waits][unit]") {
    WaitCases const cases = tens(200);
    auto const bound = bounded_wait(cases, cases.cases.front(), std::log10(1001.0), day_10);
    REQUIRE(bound);
    CHECK(bound->waits.size() == 100);
    CHECK(bound->low > std::log10(1001.0));
    CHECK_FALSE(bounded_wait(cases, cases.cases.front(), std::log10(1501.0), day_10));
}

TEST_CASE("a class with too few waits takes those of all jobs", "[waits][unit]") {
    WaitCases cases = tens(100);
    WaitCase asked = cases.cases.front();
    asked.queue = 7;
    auto const bound = bounded_wait(cases, asked, 0.0, day_10);
    REQUIRE(bound);
    CHECK_FALSE(bound->of_class);
    CHECK(bound->waits.size() == 100);
}

TEST_CASE("a bound does not know of waits that have not ended", "[waits][unit]") {
    WaitCases const cases = tens(100);
    auto const bound = bounded_wait(cases, cases.cases.front(), 0.0, Instant{700});
    REQUIRE(bound);
    CHECK(bound->waits.size() == 63);  // job i starts at 11 i + 10 s
    CHECK(std::ranges::is_sorted(bound->waits));
}
