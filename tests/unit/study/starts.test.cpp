// SPDX-License-Identifier: Apache-2.0
#include "sim/study/starts.hpp"

#include "tests/support/catch.hpp"

#include <initializer_list>
#include <vector>

using namespace clustersim;

namespace {

QueueSample waited(std::int64_t seconds) {
    QueueSample sample{Instant{1000}, Instant{1000 + seconds}};
    sample.held = Seconds{100};
    return sample;
}

QueueSample never(std::string const& reason) {
    QueueSample sample{Instant{1000}, std::nullopt};
    sample.reason = reason;
    return sample;
}

}  // namespace

TEST_CASE("a wait that never ends counts as longer than all others", "[scenario][unit]") {
    std::vector<QueueSample> samples{waited(10), waited(20), waited(30)};
    SampleRange const all = wait_range(samples);
    CHECK(all.median == seconds(20));
    samples.push_back(never("pending: Resources"));
    samples.push_back(never("pending: Resources"));
    SampleRange const range = wait_range(samples);
    // The middle one of five is the slowest that started.
    CHECK(range.median == seconds(30));
    CHECK(range.low == seconds(10));
    CHECK_FALSE(range.high);
}

TEST_CASE("a median wait exists only where more than half started", "[scenario][unit]") {
    std::vector<QueueSample> const half{waited(10), waited(20), never("x"), never("x")};
    CHECK_FALSE(wait_range(half).median);
    CHECK(wait_range(half).low == seconds(10));
    CHECK_FALSE(wait_range(std::vector<QueueSample>{}).median);
}

TEST_CASE("each reason is named once, with how often the job did not start", "[scenario][unit]") {
    JobOutcome outcome;
    CHECK_FALSE(starts_of(outcome).never_started());
    outcome.samples = {waited(1), never("pending: A"), never("pending: B"), never("pending: A")};
    Starts const starts = starts_of(outcome);
    CHECK(starts.never() == 3);
    CHECK_FALSE(starts.always_started());
    CHECK(never_started_text(starts) ==
          "never started in 3 of 4 replicates (pending: A; pending: B)");
    outcome.samples.erase(outcome.samples.begin());
    CHECK(never_started_text(starts_of(outcome)) ==
          "never started in any of 3 replicates (pending: A; pending: B)");
}

TEST_CASE("turnaround goes to the end of the last run, and to none of a cancelled job",
          "[scenario][unit]") {
    QueueSample sample = waited(50);
    CHECK(sample.turnaround() == Seconds{150});
    sample.course = JobCourse{{{Instant{1050}, Instant{1100}}, {Instant{1400}, Instant{1500}}},
                              CourseEnd::by_itself};
    CHECK(sample.turnaround() == Seconds{500});
    sample.course->end = CourseEnd::cancelled;
    CHECK_FALSE(sample.turnaround());
    sample.course->end = CourseEnd::never_resumed;
    CHECK_FALSE(sample.turnaround());
}
