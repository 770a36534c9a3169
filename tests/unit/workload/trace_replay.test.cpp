// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/trace_replay.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/workload/day.hpp"

#include <algorithm>
#include <vector>

using namespace clustersim;

namespace {

/// Two weeks with one job of size 7 at noon of the third day.
TraceReplay one_job() {
    return {{{Instant{2 * day + day / 2}, Seconds{100}, 7}},
            Seconds{14 * day},
            Seconds{7 * day},
            Seconds{0}};
}

std::vector<Arrival>
arrivals(TraceReplay const& trace, double copies, Seconds span, std::uint64_t seed = 1) {
    RandomStream random(seed, "replay");
    std::vector<Arrival> all;
    replay(trace, {copies, span}, random, [&](Arrival const& job, double) { all.push_back(job); });
    return all;
}

}  // namespace

TEST_CASE("one copy of a trace gives each job once per period, with a common shift",
          "[workload][unit]") {
    auto const jobs = arrivals(one_job(), 1.0, Seconds{3 * 14 * day});
    REQUIRE(jobs.size() == 3);
    CHECK(jobs[0].submit.since_origin >= 0);
    CHECK(jobs[0].submit.since_origin < 14 * day);
    CHECK(jobs[1].submit - jobs[0].submit == Seconds{14 * day});
    CHECK(jobs[2].submit - jobs[1].submit == Seconds{14 * day});
    CHECK(jobs[0].size == 7);
    CHECK(jobs[0].run == Seconds{100});
}

TEST_CASE("copies of a trace are whole cycles apart, and each shift is equally frequent",
          "[workload][unit]") {
    auto const jobs = arrivals(one_job(), 4.0, Seconds{14 * day});
    REQUIRE(jobs.size() == 4);
    std::int64_t const moment = jobs[0].submit.since_origin % (7 * day);
    int early = 0;
    for (Arrival const& job : jobs) {
        CHECK(job.submit.since_origin % (7 * day) == moment);
        early += job.submit.since_origin < 7 * day ? 1 : 0;
    }
    CHECK(early == 2);
}

TEST_CASE("jitter moves a copy by at most its limit", "[workload][unit]") {
    TraceReplay trace = one_job();
    auto const still = arrivals(trace, 1.0, Seconds{14 * day});
    trace.jitter = Seconds{3600};
    auto const moved = arrivals(trace, 1.0, Seconds{14 * day});
    REQUIRE(still.size() == 1);
    REQUIRE(moved.size() == 1);
    std::int64_t const apart = std::abs((moved[0].submit - still[0].submit).count);
    CHECK(std::min(apart, 14 * day - apart) <= 3600);
}

TEST_CASE("the last copy of a trace keeps its share of the jobs", "[workload][unit]") {
    TraceReplay trace{{}, Seconds{7 * day}, Seconds{7 * day}, Seconds{0}};
    for (int i = 0; i < 4000; ++i) trace.jobs.push_back({Instant{i}, Seconds{1}, 1});
    CHECK(arrivals(trace, 0.0, Seconds{7 * day}).empty());
    CHECK(static_cast<double>(arrivals(trace, 1.25, Seconds{7 * day}).size()) ==
          Approx(5000).epsilon(0.03));
}
