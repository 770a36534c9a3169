// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/queue_history.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/history/waits/synthetic_cases.hpp"

#include <algorithm>

using namespace clustersim;

TEST_CASE("nothing that happens after a submission changes what was known of the queue",
          "[waits][unit]") {
    Past const past = synthetic_jobs(20);
    Instant const now{10 * day_s};
    Past changed = past;
    for (PastJob& job : changed.jobs) {
        if (job.start >= now) job.start = job.start + Seconds{50'000};
        if (job.end >= now) job.end = std::max(job.end, job.start) + Seconds{70'000};
        if (job.submit >= now) job.nodes = 512;
    }
    WaitNames names;
    FeatureTable const before = queue_features(past, names);
    FeatureTable const after = queue_features(changed, names);
    REQUIRE(before.rows() == past.jobs.size());
    for (std::size_t i = 0; i < past.jobs.size() && past.jobs[i].submit < now; ++i) {
        auto const a = before.row(i);
        auto const b = after.row(i);
        // Missing values are equal to each other.
        bool const same = std::ranges::equal(
            a, b, [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); });
        CHECK(same);
    }
}

TEST_CASE("the queue at a submission has the jobs that wait and run then", "[waits][unit]") {
    auto const job = [](std::int64_t submit, std::int64_t start, std::int64_t end) {
        PastJob one;
        one.submit = Instant{submit};
        one.start = Instant{start};
        one.end = Instant{end};
        one.nodes = 4;
        one.limit = Seconds{3600};
        return one;
    };
    Past past;
    past.jobs = {job(0, 10, 1000), job(5, 500, 900), job(20, 2000, 3000)};
    WaitNames names;
    FeatureTable const table = queue_features(past, names);
    auto const& columns = table.columns();
    // The third job finds one that waits and one that runs, the first an empty machine.
    auto const differs = [&](std::size_t column) {
        return table.row(0)[column] != table.row(2)[column];
    };
    std::size_t changed = 0;
    for (std::size_t c = 0; c < columns.size(); ++c) changed += differs(c) ? 1 : 0;
    CHECK(changed >= 2);
}
