// SPDX-License-Identifier: Apache-2.0
#include "sim/results/metrics.hpp"

#include "tests/support/catch.hpp"

#include <vector>

using namespace clustersim;

namespace {
JobRecord record(std::int64_t submit, std::int64_t wait, std::int64_t run, std::int32_t nodes = 1) {
    return {.id = 0,
            .submit = {submit},
            .start = {submit + wait},
            .end = {submit + wait + run},
            .nodes = nodes,
            .units = 1};
}
}  // namespace

TEST_CASE("metrics follow their formulas", "[results][unit]") {
    std::vector<JobRecord> const records{
        record(10, 0, 100, 2), record(20, 90, 30, 4), record(30, 6, 2)};
    Metrics const m = metrics_of(records, 4);
    CHECK(m.jobs == 3);
    CHECK(m.mean_wait_s == Approx(32.0));
    CHECK(m.median_wait == Seconds{6});
    CHECK(m.p95_wait == Seconds{90});
    CHECK(m.max_wait == Seconds{90});
    // 1, 120 / 30 and max(1, 8 / 10)
    CHECK(m.mean_bounded_slowdown == Approx((1.0 + 4.0 + 1.0) / 3.0));
    CHECK(m.makespan == Seconds{130});
    CHECK(m.utilization == Approx((200.0 + 120.0 + 2.0) / (4.0 * 130.0)));
}

TEST_CASE("percentiles are nearest ranks", "[results][unit]") {
    std::vector<JobRecord> records;
    for (std::int64_t wait = 100; wait >= 1; --wait) records.push_back(record(0, wait, 1));
    Metrics const m = metrics_of(records, 100);
    CHECK(m.median_wait == Seconds{50});
    CHECK(m.p95_wait == Seconds{95});
    records.push_back(record(0, 101, 1));
    CHECK(metrics_of(records, 100).median_wait == Seconds{51});
    CHECK(metrics_of(records, 100).p95_wait == Seconds{96});  // ceil(95.95)
}

TEST_CASE("a job of zero seconds gives a utilization of zero, not a division by zero",
          "[results][unit]") {
    std::vector<JobRecord> const records{record(5, 0, 0)};
    CHECK(metrics_of(records, 4).utilization == 0.0);
    CHECK(metrics_of(records, 4).mean_bounded_slowdown == 1.0);
}

TEST_CASE("units of shared nodes count towards utilization", "[results][unit]") {
    JobRecord gpu = record(0, 0, 10);
    gpu.units = 2;
    CHECK(metrics_of(std::vector{gpu}, 4).utilization == Approx(0.5));
}
