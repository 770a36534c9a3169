// SPDX-License-Identifier: Apache-2.0
#include "sim/study/efficiency.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

RunAnswer run_on(int nodes, double samples_per_second, std::string const& batch = {}) {
    RunAnswer run;
    run.settings = {{"jobs.train.nodes", std::to_string(nodes)}};
    if (!batch.empty()) run.settings.emplace_back("jobs.train.training.global-batch", batch);
    run.place.system = "m";
    JobOutcome outcome;
    outcome.job = "train";
    outcome.nodes = nodes;
    outcome.gpus = 4 * nodes;
    outcome.training.emplace();
    outcome.training->step.samples_per_second = samples_per_second;
    run.outcomes = {outcome};
    return run;
}

}  // namespace

TEST_CASE("efficiency is throughput per device against the fewest nodes, in any order",
          "[scenario][unit]") {
    std::vector<RunAnswer> runs{run_on(4, 300.0), run_on(1, 100.0), run_on(2, 190.0)};
    add_efficiencies(runs);
    CHECK(*runs[0].outcomes[0].efficiency == Approx(0.75));
    CHECK(*runs[1].outcomes[0].efficiency == Approx(1.0));
    CHECK(*runs[2].outcomes[0].efficiency == Approx(0.95));
}

TEST_CASE("variants that differ in more than nodes are curves of their own", "[scenario][unit]") {
    std::vector<RunAnswer> runs{run_on(1, 100.0, "256"),
                                run_on(2, 150.0, "256"),
                                run_on(2, 100.0, "512"),
                                run_on(4, 200.0, "512")};
    add_efficiencies(runs);
    CHECK(*runs[1].outcomes[0].efficiency == Approx(0.75));
    CHECK(*runs[2].outcomes[0].efficiency == Approx(1.0));
    CHECK(*runs[3].outcomes[0].efficiency == Approx(1.0));
}

TEST_CASE("machines side by side do not share a baseline", "[scenario][unit]") {
    std::vector<RunAnswer> runs{run_on(1, 100.0), run_on(2, 100.0)};
    runs[1].place.system = "other";
    add_efficiencies(runs);
    CHECK(*runs[1].outcomes[0].efficiency == Approx(1.0));
}

TEST_CASE("efficiency per epoch is the epoch's cost in node-time", "[scenario][unit]") {
    std::vector<RunAnswer> runs{run_on(1, 100.0), run_on(4, 400.0)};
    runs[0].outcomes[0].training->epoch = EpochTime{.total = seconds(100)};
    runs[1].outcomes[0].training->epoch = EpochTime{.total = seconds(31.25)};
    add_efficiencies(runs);
    CHECK(*runs[1].outcomes[0].efficiency == Approx(1.0));
    CHECK(*runs[1].outcomes[0].epoch_efficiency == Approx(0.8));
}

TEST_CASE("a job without a sweep of its nodes has no efficiency", "[scenario][unit]") {
    std::vector<RunAnswer> runs{run_on(4, 300.0)};
    runs[0].settings.clear();
    add_efficiencies(runs);
    CHECK_FALSE(runs[0].outcomes[0].efficiency);
}
