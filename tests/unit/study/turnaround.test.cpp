// SPDX-License-Identifier: Apache-2.0
#include "sim/study/turnaround.hpp"

#include "tests/support/catch.hpp"

#include <utility>

using namespace clustersim;

namespace {

QueueSample done_after(std::int64_t wait, std::int64_t held) {
    QueueSample sample{Instant{1000}, Instant{1000 + wait}};
    sample.held = Seconds{held};
    return sample;
}

JobOutcome outcome_of(std::vector<QueueSample> samples, Estimate<Duration> runtime) {
    JobOutcome outcome;
    outcome.samples = std::move(samples);
    outcome.runtime = runtime;
    outcome.walltime = Seconds{1'000'000};
    return outcome;
}

constexpr Estimate<Duration> known{seconds(100), seconds(100), seconds(100)};
constexpr Estimate<Duration> uncertain{seconds(100), seconds(80), seconds(120)};

}  // namespace

TEST_CASE("without uncertainty of the model, the turnaround varies with the queue",
          "[study][unit]") {
    JobOutcome const job =
        outcome_of({done_after(10, 100), done_after(20, 100), done_after(40, 100)}, known);
    SampleRange const range = turnaround_range(job);
    CHECK(range.median == seconds(120));
    CHECK(range.low == seconds(110));
    CHECK(range.high == seconds(140));
    TurnaroundSpread const spread = turnaround_spread(job);
    CHECK(spread.queue == seconds(30));
    CHECK_FALSE(spread.model);
    CHECK_FALSE(spread.failures);
}

TEST_CASE("the model alone gives the range of its run time around the median wait",
          "[study][unit]") {
    JobOutcome const job =
        outcome_of({done_after(10, 100), done_after(20, 100), done_after(40, 100)}, uncertain);
    CHECK(turnaround_range(job).median == seconds(120));
    TurnaroundSpread const spread = turnaround_spread(job);
    CHECK(spread.queue == seconds(30));
    // The stated range is that of the 5 and 95 % quantiles.
    REQUIRE(spread.model);
    CHECK(spread.model->si() == Approx(40.0));
    SampleRange const all = turnaround_range(job);
    CHECK(*all.low < seconds(110));
    CHECK(*all.high > seconds(130));
    CHECK(*all.high - *all.low < *spread.queue + *spread.model);
}

TEST_CASE("no run lasts longer than its walltime", "[study][unit]") {
    JobOutcome job = outcome_of({done_after(10, 100)}, uncertain);
    job.walltime = Seconds{105};
    CHECK(turnaround_range(job).high == seconds(115));
}

TEST_CASE("a job that never started has no turnaround, whatever the model says", "[study][unit]") {
    QueueSample const never{Instant{1000}, std::nullopt};
    JobOutcome const job =
        outcome_of({done_after(10, 100), never, never, done_after(20, 100)}, uncertain);
    SampleRange const range = turnaround_range(job);
    CHECK_FALSE(range.median);
    CHECK_FALSE(range.high);
    CHECK(range.low);
    CHECK_FALSE(turnaround_spread(job).queue);
}

TEST_CASE("the makespan of several tasks ends with the last of each replicate", "[study][unit]") {
    JobOutcome job = outcome_of(
        {done_after(10, 100), done_after(50, 100), done_after(20, 100), done_after(30, 100)},
        known);
    job.tasks = 2;
    CHECK(makespan_range(job).median == seconds(140));
    CHECK(turnaround_range(job).median == seconds(127.5));
}
