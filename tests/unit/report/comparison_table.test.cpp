// SPDX-License-Identifier: Apache-2.0
#include "sim/report/comparison_table.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

RunAnswer answer_on(std::string const& system, double samples_per_second, Duration runtime) {
    RunAnswer run;
    run.label = "nodes=1";
    run.place.system = system;
    JobOutcome outcome;
    outcome.job = "train";
    outcome.gpus = 4;
    outcome.runtime = {runtime, runtime, runtime};
    outcome.training.emplace();
    outcome.training->step.samples_per_second = samples_per_second;
    run.outcomes = {outcome};
    return run;
}

}  // namespace

TEST_CASE("machines of one question are relative to its best", "[report][unit]") {
    Study study;
    study.runs = {answer_on("slow", 50.0, hours(4)), answer_on("fast", 200.0, hours(1))};
    Table const table = comparison_table(study);
    REQUIRE(table.rows.size() == 2);
    CHECK(table.rows[0][1] == "slow");
    CHECK(table.rows[0][7] == "0.25");
    CHECK(table.rows[0][9] == "4.00");
    CHECK(table.rows[1][7] == "1.00");
    CHECK(table.rows[1][9] == "1.00");
}

TEST_CASE("different variants are different questions", "[report][unit]") {
    Study study;
    study.runs = {answer_on("a", 50.0, hours(4)), answer_on("b", 200.0, hours(1))};
    study.runs[1].label = "nodes=2";
    Table const table = comparison_table(study);
    CHECK(table.rows[0][7] == "1.00");
    CHECK(table.rows[1][7] == "1.00");
}
