// SPDX-License-Identifier: Apache-2.0
#include "sim/report/comparison_table.hpp"

#include "sim/scenario/starts.hpp"
#include "tests/support/catch.hpp"

#include <utility>

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

TEST_CASE("a job that does not always start is the best of nothing", "[report][unit]") {
    Study study;
    study.runs = {answer_on("slow", 50.0, hours(4)),
                  answer_on("stuck", 200.0, hours(1)),
                  answer_on("lucky", 400.0, hours(1))};
    QueueSample const started{Instant{0}, Instant{0}};
    QueueSample never{Instant{0}, Instant::never()};
    never.reason = "pending: QOSMaxJobsPerUserLimit";
    auto const tried = [&](std::size_t run, std::vector<QueueSample> samples) {
        JobOutcome& outcome = study.runs[run].outcomes.front();
        outcome.samples = std::move(samples);
        outcome.wait = wait_range(outcome.samples);
        outcome.turnaround = median_turnaround(outcome.samples);
    };
    tried(0, {started, started, started});
    tried(1, {never, never, never});
    tried(2, {started, started, never});
    Table const table = comparison_table(study);
    auto const cell = [&](std::size_t row, std::string const& title, std::size_t nth = 0) {
        std::vector<std::size_t> found;
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            if (table.columns[c].title == title) found.push_back(c);
        return table.rows[row][found[nth]];
    };
    CHECK(cell(0, "relative") == "1.00");
    CHECK(cell(0, "relative", 1) == "1.00");
    for (std::size_t const row : {1UL, 2UL}) {
        CHECK(cell(row, "relative") == "–");
        CHECK(cell(row, "relative", 1) == "–");
    }
    CHECK(cell(1, "wait (5 – 95 %)") == "never");
    CHECK(cell(1, "turnaround") == "never");
    CHECK(cell(1, "billed") == "–");
    CHECK(cell(2, "wait (5 – 95 %)").ends_with("1 of 3 replicates never started"));
    std::string const text = comparison_text(study, Format::markdown);
    CHECK(text.find("stuck: never started in any of 3 replicates "
                    "(pending: QOSMaxJobsPerUserLimit)") != std::string::npos);
}
