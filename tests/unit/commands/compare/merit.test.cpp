// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/compare/merit.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

JobOutcome outcome_of(double run_hours, double gpu_hours, double wait_hours) {
    JobOutcome outcome;
    outcome.gpus = 4;
    outcome.nodes = 1;
    outcome.runtime = {hours(run_hours), hours(0.9 * run_hours), hours(1.1 * run_hours)};
    outcome.bill.gpu_hours = GpuHours{gpu_hours};
    QueueSample sample;
    sample.submitted = Instant{0};
    sample.started = Instant{static_cast<std::int64_t>(wait_hours * 3600.0)};
    sample.held = round_up(hours(run_hours));
    outcome.samples = {sample};
    return outcome;
}

}  // namespace

TEST_CASE("machines are judged by cost and run time, whatever the wait", "[study][unit]") {
    Merit const waits = *merit_of(outcome_of(10.0, 40.0, 100.0));
    Merit const starts = *merit_of(outcome_of(11.0, 44.0, 0.0));
    CHECK(waits.cost.value < starts.cost.value);
    CHECK(waits.time.value < starts.time.value);
    CHECK(waits.as_good_as(starts));
    CHECK_FALSE(waits.as_good_as(*merit_of(outcome_of(20.0, 80.0, 0.0))));
}

TEST_CASE("a job that does not always start has no merit", "[study][unit]") {
    JobOutcome stuck = outcome_of(10.0, 40.0, 0.0);
    stuck.samples.push_back({Instant{0}, std::nullopt});
    CHECK_FALSE(merit_of(stuck));
}
