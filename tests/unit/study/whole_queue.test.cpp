// SPDX-License-Identifier: Apache-2.0
#include "sim/study/whole_queue.hpp"

#include "sim/study/changes.hpp"
#include "sim/study/metric_table.hpp"
#include "tests/support/catch.hpp"

#include <cmath>

using namespace clustersim;

namespace {

WholeQueueSample one_job(std::size_t size_class, double wait) {
    WholeQueueSample sample;
    sample.classes.at(size_class) = {.jobs = 1.0, .wait_s = wait, .slowdown = 2.0};
    sample.busy = 50.0;
    sample.offered = 100.0;
    return sample;
}

RunAnswer run_with_waits(std::string label, std::vector<double> const& waits) {
    RunAnswer run;
    run.label = std::move(label);
    JobOutcome outcome;
    outcome.job = "a";
    for (double const wait : waits)
        outcome.samples.push_back({Instant{0}, Instant{static_cast<std::int64_t>(wait)}});
    run.outcomes = {outcome};
    return run;
}

std::optional<double> metric_value(std::string_view metric, JobOutcome const& outcome) {
    return metric_named(metric).value(outcome);
}

}  // namespace

TEST_CASE("sizes fall into the class that starts at or below them", "[study][unit]") {
    CHECK(size_class_of(1) == 0);
    CHECK(size_class_of(3) == 1);
    CHECK(size_class_of(4) == 2);
    CHECK(size_class_of(255) == 4);
    CHECK(size_class_of(100'000) == 5);
    CHECK(size_class_name(0, "node") == "1 node");
    CHECK(size_class_name(1, "GPU") == "2-3 GPUs");
    CHECK(size_class_name(5, "node") == "256 or more nodes");
}

TEST_CASE("means of a whole queue are over its jobs", "[study][unit]") {
    JobOutcome outcome;
    outcome.queue = std::make_shared<WholeQueue const>(
        whole_queue_of({one_job(0, 10.0), one_job(2, 30.0), one_job(2, 50.0)}, true));
    CHECK(metric_value("queue_jobs", outcome) == 1.0);
    CHECK(metric_value("queue_wait_mean_s", outcome) == Approx(30.0));
    CHECK(metric_value("queue_wait_1_s", outcome) == Approx(10.0));
    CHECK(metric_value("queue_wait_4_s", outcome) == Approx(40.0));
    CHECK_FALSE(metric_value("queue_wait_16_s", outcome));
    CHECK(metric_value("queue_slowdown_mean", outcome) == Approx(2.0));
    CHECK(metric_value("queue_utilisation", outcome) == Approx(0.5));
    CHECK(*metric_value("queue_wait_low_s", outcome) < 30.0);
    CHECK(*metric_value("queue_wait_high_s", outcome) > 30.0);
    CHECK_FALSE(metric_value("queue_wait_mean_s", JobOutcome()));
}

TEST_CASE("a change is the mean of the differences with the interval of Student", "[study][unit]") {
    Study study;
    study.runs = {run_with_waits("w=1", {10, 20, 600}), run_with_waits("w=2", {11, 22, 603})};
    add_changes(study);
    CHECK_FALSE(study.runs[0].outcomes[0].wait_change);
    JobOutcome const& later = study.runs[1].outcomes[0];
    CHECK(metric_value("wait_change_s", later) == Approx(2.0));
    // t of 2 degrees of freedom, 4.302653, times the standard error 1 / sqrt(3).
    CHECK(metric_value("wait_change_low_s", later) == Approx(2.0 - 4.302653 / std::sqrt(3.0)));
    CHECK(metric_value("wait_change_high_s", later) == Approx(2.0 + 4.302653 / std::sqrt(3.0)));
}

TEST_CASE("runs with other replicates, or jobs that never start, have no change", "[study][unit]") {
    Study study;
    study.runs = {run_with_waits("w=1", {10, 20, 600}),
                  run_with_waits("w=2", {11, 22}),
                  run_with_waits("w=3", {11, 22, 33})};
    study.runs[2].outcomes[0].samples[1].started.reset();
    add_changes(study);
    CHECK_FALSE(study.runs[1].outcomes[0].wait_change);
    CHECK_FALSE(study.runs[2].outcomes[0].wait_change);
}
