// SPDX-License-Identifier: Apache-2.0
#include "sim/report/start_text.hpp"

#include "tests/support/catch.hpp"

#include <string>
#include <utility>
#include <vector>

using namespace clustersim;

namespace {

QueueSample waited(std::int64_t minutes) {
    return QueueSample{Instant{0}, Instant{minutes * 60}};
}

QueueSample never() {
    QueueSample sample{Instant{0}, std::nullopt};
    sample.reason = "pending: QOSMaxJobsPerUserLimit";
    return sample;
}

JobOutcome tried(std::vector<QueueSample> samples) {
    JobOutcome outcome;
    outcome.job = "a";
    outcome.samples = std::move(samples);
    return outcome;
}

}  // namespace

TEST_CASE("notes name the job, its variant and why it did not start", "[report][unit]") {
    Study study;
    study.runs.resize(1);
    study.runs.front().label = "nodes=2";
    study.runs.front().outcomes = {tried({waited(1), waited(1)}), tried({waited(1), never()})};
    CHECK(start_notes(study) ==
          "a at nodes=2: never started in 1 of 2 replicates (pending: QOSMaxJobsPerUserLimit). Its "
          "wait counts these as endless.\n");
}

TEST_CASE("notes state how often a job was preempted and what is counted", "[report][unit]") {
    JobOutcome outcome = tried({waited(1), waited(1)});
    outcome.preemption = PreemptionAnswer{1.5, 2, 1, 0.25};
    Study study;
    study.runs.resize(1);
    study.runs.front().outcomes = {outcome};
    CHECK(start_notes(study) ==
          "a: preempted in 2 of 2 replicates, 1.5 requeues on average, goodput 25 %, "
          "ended on its own in 1 of 2. Run time, cost and energy are of all its "
          "runs.\n");
    study.runs.front().outcomes.front().preemption->stopped = 0;
    CHECK(start_notes(study).empty());
}
