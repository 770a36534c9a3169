// SPDX-License-Identifier: Apache-2.0
#include "sim/study/metric_table.hpp"
#include "sim/study/metric_text.hpp"
#include "sim/study/pipeline.hpp"
#include "sim/study/precision.hpp"
#include "tests/support/catch.hpp"

#include <initializer_list>
#include <vector>

using namespace clustersim;

namespace {

constexpr std::int64_t submission = 1000;

/// A task that starts that long after the submission and runs for 100 s.
QueueSample task_after(std::int64_t wait, std::int64_t eligible = 0) {
    QueueSample sample{Instant{submission}, Instant{submission + wait}};
    sample.eligible = Instant{submission + eligible};
    sample.held = Seconds{100};
    return sample;
}

QueueSample task_that_never_starts() {
    QueueSample sample{Instant{submission}, std::nullopt};
    sample.reason = "pending: Dependency";
    return sample;
}

/// Of three tasks in each of two replicates.
JobOutcome three_tasks() {
    JobOutcome outcome;
    outcome.job = "array";
    outcome.tasks = 3;
    outcome.nodes = 1;
    outcome.gpus = 2;
    outcome.may_be_ineligible = true;
    outcome.bill.gpu_hours = {5.0};
    outcome.bill.node_hours = {2.0};
    outcome.bill.billed = 7.0;
    outcome.samples = {task_after(10),
                       task_after(70, 50),
                       task_after(20, 5),
                       task_after(400),
                       task_after(100),
                       task_after(900, 850)};
    return outcome;
}

std::optional<double> value_of(std::string_view metric, JobOutcome const& outcome) {
    return metric_named(metric).value(outcome);
}

}  // namespace

TEST_CASE("the wait of an array is the median of its tasks in each replicate", "[scenario][unit]") {
    JobOutcome const outcome = three_tasks();
    CHECK(outcome.replicates() == 2);
    // 20 s and 400 s.
    CHECK(value_of("wait_median_s", outcome) == 210.0);
    CHECK(value_of("wait_p5_s", outcome) == 20.0);
    CHECK(value_of("wait_p95_s", outcome) == 400.0);
    CHECK(value_of("first_start_p5_s", outcome) == 10.0);
    CHECK(value_of("first_start_p95_s", outcome) == 100.0);
    CHECK(value_of("makespan_p5_s", outcome) == 170.0);
    CHECK(value_of("makespan_p95_s", outcome) == 1000.0);
    CHECK(value_of("turnaround_p5_s", outcome) == 120.0);
    // 10, 20 and 15 s; 400, 100 and 50 s.
    CHECK(value_of("eligible_wait_p5_s", outcome) == 15.0);
    CHECK(value_of("eligible_wait_p95_s", outcome) == 100.0);
}

TEST_CASE("an array costs the sum of the tasks that start", "[scenario][unit]") {
    JobOutcome outcome = three_tasks();
    CHECK(value_of("tasks", outcome) == 3.0);
    CHECK(value_of("gpu_hours", outcome) == 15.0);
    CHECK(value_of("billed", outcome) == 21.0);
    outcome.samples.back() = task_that_never_starts();
    CHECK(value_of("never_started", outcome) == 1.0);
    CHECK(value_of("gpu_hours", outcome) == 12.5);
    CHECK_FALSE(value_of("makespan_p95_s", outcome));
    CHECK(value_of("makespan_p5_s", outcome) == 170.0);
    for (QueueSample& sample : outcome.samples) sample = task_that_never_starts();
    CHECK_FALSE(value_of("gpu_hours", outcome));
    CHECK_FALSE(value_of("wait_median_s", outcome));
    CHECK(metric_text(metric_named("makespan_median_s"), outcome) == "never");
}

TEST_CASE("a single job has no metric of tasks", "[scenario][unit]") {
    JobOutcome one;
    one.samples = {task_after(10)};
    for (char const* name : {"tasks", "first_start_median_s", "makespan_median_s"}) {
        CHECK_FALSE(value_of(name, one));
        CHECK_FALSE(metric_text(metric_named(name), one));
    }
    CHECK_FALSE(metric_text(metric_named("eligible_wait_median_s"), one));
    one.may_be_ineligible = true;
    CHECK(value_of("makespan_median_s", one) == 110.0);
    CHECK(metric_text(metric_named("eligible_wait_median_s"), one) == "10 s");
}

TEST_CASE("the tasks of one replicate are one sample of the precision", "[scenario][unit]") {
    std::vector<QueueSample> samples;
    for (std::int64_t replicate = 0; replicate < 10; ++replicate)
        for (std::int64_t task = 0; task < 3; ++task)
            samples.push_back(task_after(1000 * (replicate + 1) + task));
    CHECK(median_wait(samples, 3)->low == seconds(1001));
    CHECK(median_wait(samples, 3)->median == seconds(6001));
    samples.resize(15);
    CHECK_FALSE(median_wait(samples, 3));
    CHECK(median_wait(samples, 1));
}

TEST_CASE("a pipeline ends with the last of all its jobs", "[scenario][unit]") {
    JobOutcome last;
    last.bill.gpu_hours = {1.0};
    last.gpus = 1;
    last.samples = {task_after(60), task_after(2000)};
    std::vector<JobOutcome> const outcomes{last, three_tasks()};
    PipelineAnswer const answer = pipeline_of(outcomes);
    CHECK(answer.tasks == 4);
    CHECK(answer.makespan.low == seconds(170));
    CHECK(answer.makespan.high == seconds(2100));
    CHECK(answer.gpu_hours == 16.0);
}
