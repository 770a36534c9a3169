// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/compare/comparison_table.hpp"

#include "sim/commands/compare/comparison_text.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

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
    outcome.samples = {{Instant{0}, Instant{0}}};
    outcome.samples.front().held = round_up(runtime);
    outcome.bill.device = "GPU";
    outcome.training.emplace();
    outcome.training->step.samples_per_second = samples_per_second;
    run.outcomes = {outcome};
    return run;
}

std::string cell(Table const& table, std::size_t row, std::string const& title) {
    for (std::size_t c = 0; c < table.columns.size(); ++c)
        if (table.columns[c].title == title) return table.rows[row][c];
    return "no such column";
}

constexpr char const* throughput = "speed / best";
constexpr char const* turnaround = "time / best";

}  // namespace

TEST_CASE("machines of one question are relative to its best", "[report][unit]") {
    Study study;
    study.runs = {answer_on("slow", 50.0, hours(4)), answer_on("fast", 200.0, hours(1))};
    Table const table = comparison_table(study);
    REQUIRE(table.rows.size() == 2);
    CHECK(cell(table, 0, "system") == "fast");
    CHECK(cell(table, 0, throughput) == "1.00");
    CHECK(cell(table, 0, turnaround) == "1.00");
    CHECK(cell(table, 1, throughput) == "0.25");
    CHECK(cell(table, 1, turnaround) == "4.00");
}

TEST_CASE("different variants are different questions", "[report][unit]") {
    Study study;
    study.runs = {answer_on("a", 50.0, hours(4)), answer_on("b", 200.0, hours(1))};
    study.runs[1].label = "nodes=2";
    Table const table = comparison_table(study);
    CHECK(cell(table, 0, throughput) == "1.00");
    CHECK(cell(table, 1, throughput) == "1.00");
}

TEST_CASE("what the first machine cannot run keeps its place in the sweep", "[report][unit]") {
    Study study;
    study.runs = {answer_on("a", 50.0, hours(4)),
                  answer_on("b", 50.0, hours(4)),
                  answer_on("b", 50.0, hours(4)),
                  answer_on("b", 50.0, hours(4))};
    study.runs[0].label = "nodes=2";
    study.runs[2].label = "nodes=2";
    study.runs[3].label = "nodes=4";
    Table const table = comparison_table(study);
    REQUIRE(table.rows.size() == 4);
    CHECK(cell(table, 0, "job") == "train nodes=1");
    CHECK(cell(table, 1, "job") == "train nodes=2");
    CHECK(cell(table, 2, "system") == "b");
    CHECK(cell(table, 3, "job") == "train nodes=4");
}

TEST_CASE("a run over several submissions is judged by its calendar and its whole cost",
          "[report][unit]") {
    Study study;
    // The slow machine's submissions are shorter, so its first one ends earlier.
    study.runs = {answer_on("slow", 50.0, hours(24)), answer_on("fast", 100.0, hours(48))};
    for (RunAnswer& run : study.runs) {
        JobOutcome& outcome = run.outcomes.front();
        bool const fast = run.place.system == "fast";
        outcome.campaign.emplace();
        outcome.campaign_result.emplace();
        outcome.campaign_result->bill.gpu_hours = GpuHours{fast ? 200.0 : 400.0};
        outcome.campaign_result->bill.node_hours = NodeHours{fast ? 50.0 : 100.0};
        Duration const calendar = hours(fast ? 60.0 : 120.0);
        outcome.campaign_result->forecast.calendar_median = calendar;
        outcome.campaign_result->forecast.calendar_low = calendar;
        outcome.campaign_result->forecast.calendar_high = calendar;
    }
    Table const table = comparison_table(study);
    CHECK(cell(table, 1, turnaround) == "2.00");
    CHECK(cell(table, 0, turnaround) == "1.00");
    CHECK(cell(table, 1, "turnaround (range)") == "5 d");
    CHECK(cell(table, 1, "GPU-h") == "400");
    CHECK(cell(table, 0, "node-h") == "50");
}

TEST_CASE("a job that does not always start is never the best", "[report][unit]") {
    Study study;
    study.runs = {answer_on("slow", 50.0, hours(4)),
                  answer_on("stuck", 200.0, hours(1)),
                  answer_on("lucky", 400.0, hours(1))};
    QueueSample const started{Instant{0}, Instant{0}};
    QueueSample never{Instant{0}, std::nullopt};
    never.reason = "pending: QOSMaxJobsPerUserLimit";
    auto const tried = [&](std::size_t run, std::vector<QueueSample> samples) {
        JobOutcome& outcome = study.runs[run].outcomes.front();
        outcome.samples = std::move(samples);
    };
    tried(0, {started, started, started});
    tried(1, {never, never, never});
    tried(2, {started, started, never});
    Table const table = comparison_table(study);
    CHECK(cell(table, 0, throughput) == "1.00");
    CHECK(cell(table, 0, turnaround) == "1.00");
    for (std::size_t const row : {1UL, 2UL}) {
        CHECK(cell(table, row, throughput) == "–");
        CHECK(cell(table, row, turnaround) == "–");
    }
    CHECK(cell(table, 1, "wait (range)") == "never");
    CHECK(cell(table, 1, "turnaround (range)") == "never");
    CHECK(cell(table, 1, "billed") == "–");
    CHECK(cell(table, 2, "wait (range)").ends_with("1 of 3 replicates never started"));
    std::string const text = comparison_text(study, {}, Format::markdown);
    CHECK(text.find("stuck: never started in any of 3 replicates "
                    "(pending: QOSMaxJobsPerUserLimit)") != std::string::npos);
}

TEST_CASE("the best machine is named first, and how sure that is", "[report][unit]") {
    Study study;
    study.runs = {answer_on("slow", 50.0, hours(4)),
                  answer_on("fast", 200.0, hours(1)),
                  answer_on("close", 190.0, hours(1.05))};
    for (RunAnswer& run : study.runs) {
        JobOutcome& outcome = run.outcomes.front();
        Duration const time = outcome.runtime.value;
        outcome.runtime = {time, time * 0.9, time * 1.1};
        outcome.bill.gpu_hours = GpuHours{4.0 * time.si() / 3600.0};
    }
    auto const questions = ranked_questions(study, RankBy::cost);
    REQUIRE(questions.size() == 1);
    CHECK(questions.front().rows.front().place().system == "fast");
    CHECK(best_machine(questions.front(), RankBy::cost) ==
          "fast: lowest cost, 4 GPU-h, 1 h, and shortest run time; the models' ranges do not "
          "exclude close");
}

TEST_CASE("assumed waits do not choose a machine, evidence of them does", "[report][unit]") {
    Study study;
    study.runs = {answer_on("slow", 50.0, hours(4)), answer_on("fast", 200.0, hours(1))};
    for (RunAnswer& run : study.runs)
        run.outcomes.front().bill.gpu_hours =
            GpuHours{4.0 * run.outcomes.front().runtime.value.si() / 3600.0};
    study.runs[1].outcomes.front().samples.front().started = Instant{20 * 3600};
    auto const first = [&](RankBy by) {
        return ranked_questions(study, by).front().rows.front().place().system;
    };
    CHECK(first(RankBy::cost) == "fast");
    CHECK(first(RankBy::end) == "slow");
    auto const said = [&] {
        return best_machine(ranked_questions(study, RankBy::end).front(), RankBy::end);
    };
    CHECK(said().find("too few replicates to tell") != std::string::npos);
    auto const repeat = [](RunAnswer& run, std::vector<std::int64_t> const& waits) {
        auto& samples = run.outcomes.front().samples;
        QueueSample one = samples.front();
        samples.clear();
        for (std::int64_t const wait : waits) {
            one.started = one.submitted + Seconds{wait};
            samples.push_back(one);
        }
    };
    repeat(study.runs[0], std::vector<std::int64_t>(9, 0));
    repeat(study.runs[1], std::vector<std::int64_t>(9, 72000));
    CHECK(said().ends_with("; sure within the replicates"));
    repeat(study.runs[1], {0, 0, 0, 72000, 72000, 72000, 72000, 90000, 90000});
    CHECK(said().find("fast may end as soon") != std::string::npos);
}

TEST_CASE("machines that are equal by the scenario's run time have no best", "[report][unit]") {
    Study study;
    study.runs = {answer_on("a", 50.0, hours(4)), answer_on("b", 50.0, hours(4))};
    CHECK(best_machine(ranked_questions(study, RankBy::cost).front(), RankBy::cost).empty());
}

TEST_CASE("the sizes on one machine are the rows of one table", "[report][unit]") {
    Study study;
    for (char const* size : {"gpus=8", "gpus=32"}) {
        study.runs.push_back(answer_on("only", 50.0, hours(4)));
        study.runs.back().label = size;
    }
    auto const questions = ranked_questions(study, RankBy::cost);
    REQUIRE(questions.size() == 1);
    CHECK(questions.front().name == "only");
    REQUIRE(questions.front().rows.size() == 2);
    CHECK(row_name(questions.front(), questions.front().rows.back()).ends_with("gpus=32"));
    CHECK(best_machine(questions.front(), RankBy::cost).empty());
}

TEST_CASE("a comparison of all machines at two sizes fits on one screen", "[report][unit]") {
    Study study;
    for (int machine = 0; machine < 13; ++machine)
        for (char const* size : {"gpus=8", "gpus=32"}) {
            study.runs.push_back(answer_on(
                "machine" + std::to_string(machine), 50.0 + machine, hours(4.0 + 0.1 * machine)));
            study.runs.back().label = size;
        }
    std::string const text = comparison_text(study, {}, Format::table);
    CHECK(std::ranges::count(text, '\n') <= 50);
    Format all = Format::table;
    all.detail = true;
    std::string const detailed = comparison_text(study, {}, all);
    CHECK(std::ranges::count(detailed, '\n') > std::ranges::count(text, '\n'));
}
