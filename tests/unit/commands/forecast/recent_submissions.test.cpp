// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/recent_submissions.hpp"

#include "sim/slurm/replay/plain_site.hpp"
#include "tests/support/catch.hpp"

#include <cstdint>
#include <string>

namespace clustersim {

namespace {

constexpr Instant seen{200'000};

/// Jobs submitted every `spacing` before the snapshot, the latest one `spacing` ago.
slurm::QueueSnapshot queue_of(std::int64_t jobs, Seconds spacing) {
    slurm::QueueSnapshot snapshot;
    snapshot.site = slurm::plain_site(4, 4);
    snapshot.queue.now = seen;
    for (std::int64_t i = jobs; i > 0; --i) {
        auto& one = snapshot.queue.jobs.emplace_back();
        one.request.number = jobs - i + 1;
        one.request.user = "ann";
        one.request.time_minutes = 60;
        one.request.submit = seen - Seconds{i * spacing.count};
    }
    return snapshot;
}

std::string source_of(slurm::QueueSnapshot const& snapshot) {
    RunLengths const runs(snapshot.site, snapshot.queue.jobs, nullptr, 1);
    return RecentSubmissions(snapshot, runs).source();
}

bool says(slurm::QueueSnapshot const& snapshot, std::string const& text) {
    std::string const source = source_of(snapshot);
    INFO(source);
    return source.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("the rate is that of the last hour, or of the last fifty submissions", "[forecast]") {
    CHECK(says(queue_of(600, Seconds{30}), "120 an hour, copies of the 120 of the last 1 h"));
    CHECK(
        says(queue_of(100, Seconds{180}), "19.6 an hour, copies of the 50 of the last 2 h 30 min"));
}

TEST_CASE("before the oldest submission that is known nothing is", "[forecast]") {
    // 40 in 80 min; the window begins with the first of them.
    CHECK(
        says(queue_of(40, Seconds{120}), "29.2 an hour, copies of the 40 of the last 1 h 20 min"));
}

TEST_CASE("few submissions give a low rate, none give none", "[forecast]") {
    CHECK(says(queue_of(1, Seconds{7200}), "0.5 an hour, copies of the 1 of the last 2 h"));
    CHECK(says(queue_of(1, Seconds{90'000}), "no later submissions"));
    CHECK(says(queue_of(0, Seconds{1}), "no later submissions"));
}

}  // namespace clustersim
