// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/queue_over_time.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>

namespace clustersim {

namespace {

PastJob run_of(std::int64_t submit, std::int64_t start, Instant end, std::int32_t nodes) {
    PastJob run;
    run.submit = Instant{submit};
    run.start = Instant{start};
    run.end = end;
    run.nodes = nodes;
    return run;
}

}  // namespace

TEST_CASE("use and queue length follow from the runs", "[report][unit]") {
    std::vector<PastJob> const runs{
        run_of(0, 0, {100}, 3), run_of(10, 100, {150}, 4), run_of(20, 20, Instant::never(), 1)};
    StepChart const chart = queue_over_time(runs, "nodes", 8);
    CHECK(chart.times == std::vector<std::int64_t>{0, 10, 20, 100, 150});
    CHECK(chart.series[0].values == std::vector<double>{3, 3, 4, 5, 1});
    CHECK(chart.series[1].values == std::vector<double>{0, 1, 1, 0, 0});
    CHECK(chart.series[0].most == 8.0);
    CHECK(chart.note.empty());
}

TEST_CASE("a long trace keeps its peaks", "[report][unit]") {
    std::vector<PastJob> runs;
    for (std::int64_t i = 0; i < 10'000; ++i)
        runs.push_back(run_of(10 * i, 10 * i, {10 * i + 5}, i == 4321 ? 70 : 1));
    StepChart const chart = queue_over_time(runs, "nodes", 0, 100);
    CHECK(chart.times.size() <= 100);
    CHECK(std::ranges::max(chart.series[0].values) == 70.0);
    CHECK_FALSE(chart.note.empty());
}

TEST_CASE("a trace without runs has no steps", "[report][unit]") {
    CHECK(queue_over_time({}, "nodes", 8).times.empty());
}

}  // namespace clustersim
