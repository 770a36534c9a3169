// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/allocate.hpp"

#include "sim/commands/allocate/choose_nodes.hpp"
#include "sim/commands/allocate/stage_time.hpp"
#include "tests/support/catch.hpp"

#include <numeric>

using namespace clustersim;

namespace {

constexpr std::int64_t hour = 3600;

/// A choice without waits: a run of so many hours on so many nodes.
StageChoice choice(std::size_t stage, int nodes, std::int64_t run_hours, double wait_hours = 0.0) {
    StageChoice one;
    one.stage = stage;
    one.system = "here";
    one.nodes = nodes;
    one.node_hours = {static_cast<double>(nodes * run_hours),
                      1.1 * static_cast<double>(nodes * run_hours)};
    JobOutcome outcome;
    outcome.runtime = {hours(static_cast<double>(run_hours)),
                       hours(static_cast<double>(run_hours)),
                       hours(static_cast<double>(run_hours))};
    for (double const wait : {0.0, wait_hours}) {
        QueueSample sample;
        sample.submitted = Instant{0};
        sample.started = Instant{static_cast<std::int64_t>(wait * hour)};
        sample.held = Seconds{run_hours * hour};
        outcome.samples.push_back(sample);
    }
    one.answer.outcomes.push_back(outcome);
    return one;
}

Stage stage(std::string name, std::int64_t repeat = 1, std::int64_t at_once = 1) {
    Stage one;
    one.name = std::move(name);
    one.repeat = repeat;
    one.at_once = at_once;
    return one;
}

AccessMode mode_of(char const* name, double most, int months) {
    AccessMode mode;
    mode.name = name;
    mode.maximum = NodeHours{most};
    mode.months = {months};
    return mode;
}

/// Pretraining of 100 h on 2 nodes or 55 h on 4, then 10 evaluations of 1 h on a node, two at once.
Project project() {
    Project out;
    out.systems = {"here"};
    out.stages = {stage("pretrain"), stage("evaluate", 10, 2)};
    return out;
}

StageChoices two_stages() {
    StageChoices out;
    out.choices = {choice(0, 2, 100), choice(0, 4, 55), choice(1, 1, 1)};
    return out;
}

Date const start = *parse_date("2027-01-20");

}  // namespace

TEST_CASE("without a deadline the fewest node-hours are chosen", "[study][unit]") {
    Project const asked = project();
    StageChoices const choices = two_stages();
    Allocations const found = allocate(asked, choices, start);
    REQUIRE(found.machines.size() == 1);
    PlannedProject const& one = found.machines.front();
    CHECK(one.stages[0].choice->nodes == 2);
    CHECK(one.node_hours.value == Approx(210.0));
    CHECK(one.request.value == Approx(231.0));
    CHECK(one.time == Approx(105.0 * hour));
    CHECK_FALSE(one.shortfalls.any());
}

TEST_CASE("a deadline takes more nodes where they save time", "[study][unit]") {
    Project asked = project();
    asked.deadline = *parse_date("2027-01-23");
    StageChoices const choices = two_stages();
    PlannedProject const one = allocate(asked, choices, start).machines.front();
    CHECK(one.stages[0].choice->nodes == 4);
    CHECK(one.stages[0].efficiency == Approx(200.0 / 220.0));
    CHECK(one.time == Approx(60.0 * hour));
    CHECK_FALSE(one.shortfalls.late);
    asked.deadline = *parse_date("2027-01-21");
    CHECK(allocate(asked, choices, start).machines.front().shortfalls.late);
}

TEST_CASE("a budget says how many runs fit", "[study][unit]") {
    Project asked = project();
    asked.budget = NodeHours{231.0 + 2.2};
    StageChoices const choices = two_stages();
    PlannedProject const enough = allocate(asked, choices, start).machines.front();
    CHECK_FALSE(enough.shortfalls.too_much);
    CHECK(enough.shortfalls.tight);
    CHECK(enough.stages[0].carried == 1);
    CHECK(enough.stages[1].carried == 12);
    asked.budget = NodeHours{230.0};
    PlannedProject const short_one = allocate(asked, choices, start).machines.front();
    CHECK(short_one.shortfalls.too_much);
    CHECK(short_one.stages[1].carried == 9);
    asked.reserve = 0.5;
    CHECK(allocate(asked, choices, start).machines.front().request.value == Approx(346.5));
}

TEST_CASE("the asked access mode is held against the request and the calendar", "[study][unit]") {
    StageChoices choices = two_stages();
    for (StageChoice& one : choices.choices)
        one.answer.place.access = {mode_of("small", 100.0, 12), mode_of("large", 5000.0, 12)};
    Project asked = project();
    CHECK(allocate(asked, choices, start).machines.front().mode->mode->name == "large");
    asked.access = "small";
    CHECK(allocate(asked, choices, start).machines.front().shortfalls.too_much);
    asked.access = "medium";
    CHECK(allocate(asked, choices, start).machines.front().shortfalls.no_such_mode);
    asked.access.clear();
    asked.stages[1].repeat = 10'000;
    for (StageChoice& one : choices.choices) one.answer.place.access = {mode_of("large", 1e6, 1)};
    CHECK(allocate(asked, choices, start).machines.front().shortfalls.too_long);
}

TEST_CASE("the request is in the unit of the access mode, or of the budget", "[study][unit]") {
    StageChoices choices = two_stages();
    for (StageChoice& one : choices.choices) {
        one.gpu_hours = {4.0 * one.node_hours.value, 4.0 * one.node_hours.high};
        one.billed = {100.0 * one.node_hours.value, 100.0 * one.node_hours.high};
        one.answer.place.bill_unit = "BU";
    }
    Project asked = project();
    asked.reserve = 0.1;
    auto const request = [&] { return allocate(asked, choices, start).machines.front().asked; };
    auto const offer = [&](AccessMode const& mode) {
        for (StageChoice& one : choices.choices) one.answer.place.access = {mode};
    };
    CHECK(request().unit == "node-h");
    CHECK(request().value == 255.0);  // 254.1, rounded up
    CHECK(request().need == Approx(210.0));

    AccessMode by_unit;
    by_unit.name = "academic";
    by_unit.billing_unit = "BU";
    offer(by_unit);
    CHECK(request().unit == "BU");
    CHECK(request().value == 25'410.0);  // whole but for its last digits
    CHECK(request().need == Approx(21'000.0));

    AccessMode by_gpu;
    by_gpu.name = "regular";
    by_gpu.maximum_gpu_hours = GpuHours{5000.0};
    offer(by_gpu);
    CHECK(request().unit == "GPU-h");
    CHECK(request().value == 1'017.0);  // 1,016.4, rounded up
    offer(mode_of("large", 5000.0, 12));
    CHECK(request().unit == "node-h");

    asked.gpu_budget = GpuHours{1000.0};
    CHECK(request().unit == "GPU-h");
    asked.gpu_budget.reset();
    asked.budget = NodeHours{1000.0};
    offer(by_gpu);
    CHECK(request().unit == "node-h");
}

TEST_CASE("the bill has an upper end and counts every run", "[study][unit]") {
    StageChoices choices = two_stages();
    for (StageChoice& one : choices.choices) one.billed = {2.0, 3.0};
    Project const asked = project();
    PlannedProject const one = allocate(asked, choices, start).machines.front();
    REQUIRE(one.charges.size() == 1);
    CHECK(one.charges.front().amount.value == Approx(22.0));
    CHECK(one.charges.front().amount.high == Approx(33.0));
    CHECK(one.stages[1].billed.high == Approx(30.0));
}

TEST_CASE("each unit has a bill of its own, and GPU-hours are those that the site charges",
          "[study][unit]") {
    StageChoices choices = two_stages();
    for (StageChoice& one : choices.choices) {
        one.gpu_hours = {8.0, 8.0};
        one.billed = {4.0, 4.0};
        one.answer.place.bill_unit = one.stage == 0 ? "core-h" : "GPU-h";
    }
    Project const asked = project();
    PlannedProject const one = allocate(asked, choices, start).machines.front();
    REQUIRE(one.charges.size() == 2);
    CHECK(one.charges[0].unit == "core-h");  // of the most node-hours
    CHECK(charged_in("core-h", one).value == Approx(4.0));
    CHECK(charged_in("GPU-h", one).value == Approx(40.0));
    CHECK(charged_in("BU", one).value == 0.0);
    CHECK(one.gpu_hours.value == Approx(88.0));
    CHECK(one.granted_gpu_hours.value == Approx(8.0 + 40.0));
}

TEST_CASE("files over a quota are a shortfall that does not reject a machine", "[study][unit]") {
    StageChoices choices = two_stages();
    FileSystem scratch;
    scratch.name = "scratch";
    scratch.quota = bytes(5e12);
    for (StageChoice& one : choices.choices) one.stored.results = {scratch, bytes(1e12), 1.0};
    Project asked = project();
    PlannedProject const all = allocate(asked, choices, start).machines.front();
    REQUIRE(all.storage.size() == 1);
    CHECK(all.storage.front().sum().size.si() == Approx(11e12));
    CHECK(all.shortfalls.over_quota);
    CHECK_FALSE(all.shortfalls.any());
    asked.stages[1].repeat = 2;
    CHECK_FALSE(allocate(asked, choices, start).machines.front().shortfalls.over_quota);
}

TEST_CASE("the months add up to the node-hours and the request of the project", "[study][unit]") {
    Project asked = project();
    asked.stages[1].repeat = 2000;
    StageChoices const choices = two_stages();
    PlannedProject const one = allocate(asked, choices, start).machines.front();
    REQUIRE(one.months.size() == 3);
    CHECK(one.months.front().month == "2027-01");
    double used = 0.0;
    double requested = 0.0;
    for (MonthUse const& use : one.months) {
        used += use.node_hours;
        requested += use.asked;
    }
    CHECK(used == Approx(one.node_hours.value));
    CHECK(requested == Approx(one.asked.value));
}

TEST_CASE("a machine that cannot run a stage has no allocation", "[study][unit]") {
    StageChoices choices = two_stages();
    choices.choices.pop_back();
    Project const asked = project();
    CHECK(allocate(asked, choices, start).machines.empty());
}

TEST_CASE("runs at once end with the last of them, and times are reproducible", "[study][unit]") {
    StageChoice const waits = choice(0, 1, 1, 10.0);
    auto const one_by_one = stage_times(stage("a", 8, 1), waits, 1);
    auto const together = stage_times(stage("a", 8, 8), waits, 1);
    REQUIRE(one_by_one.size() == sampled_projects);
    CHECK(one_by_one == stage_times(stage("a", 8, 1), waits, 1));
    CHECK(one_by_one != stage_times(stage("a", 8, 1), waits, 2));
    double const mean_one =
        std::accumulate(one_by_one.begin(), one_by_one.end(), 0.0) / sampled_projects;
    double const mean_all =
        std::accumulate(together.begin(), together.end(), 0.0) / sampled_projects;
    // Eight runs of 1 h; half of the waits are 10 h. Of eight, one waits almost surely.
    CHECK(mean_one == Approx(8.0 * 6.0 * hour).epsilon(0.05));
    CHECK(mean_all == Approx(11.0 * hour).epsilon(0.02));
}

TEST_CASE("assumed waits choose neither nodes nor machine, evidence of them does",
          "[study][unit]") {
    Project asked = project();
    asked.systems = {"here", "there"};
    StageChoices choices = two_stages();
    // The cheaper machine has the longer queue.
    for (StageChoice one : {choice(0, 2, 90, 1000.0), choice(1, 1, 1)}) {
        one.system = "there";
        choices.choices.push_back(one);
    }
    CHECK(allocate(asked, choices, start).machines.front().system == "there");
    asked.deadline = *parse_date("2027-01-26");
    PlannedProject const late = allocate(asked, choices, start).machines.front();
    CHECK(late.system == "there");
    CHECK(late.shortfalls.late);
    CHECK_FALSE(late.shortfalls.surely_late);
    choices.waits_decide = true;
    CHECK(allocate(asked, choices, start).machines.front().system == "here");
}
