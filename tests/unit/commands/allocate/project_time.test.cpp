// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/project_time.hpp"

#include "tests/support/catch.hpp"

#include <cstdint>
#include <string>
#include <vector>

using namespace clustersim;

namespace {

/// A project of two rounds of a run of an hour, with these waits in its replicates.
struct TwoRounds {
    explicit TwoRounds(std::vector<std::int64_t> const& waits) {
        stage.repeat = 2;
        JobOutcome outcome;
        outcome.nodes = 1;
        outcome.runtime = {hours(1), hours(1), hours(1)};
        for (std::int64_t const wait : waits) {
            QueueSample sample;
            sample.started = Instant{wait};
            sample.held = Seconds{3600};
            outcome.samples.push_back(sample);
        }
        choice.answer.outcomes = {outcome};
        choice.answer.terms.background.mix = "curie";
        PlannedStage planned;
        planned.stage = &stage;
        planned.choice = &choice;
        project.system = "lumi";
        project.stages = {planned};
        project.time = 3.0 * 3600.0;
        project.time_high = 20.0 * 3600.0;
    }
    TwoRounds(TwoRounds const&) = delete;
    TwoRounds& operator=(TwoRounds const&) = delete;

    Stage stage;
    StageChoice choice;
    PlannedProject project;
};

}  // namespace

TEST_CASE("the median time of a project is printed if the waits tell it", "[report][unit]") {
    TwoRounds const known({1700, 1750, 1800, 1800, 1800, 1800, 1850, 1900, 1900});
    CHECK(knows_median_time(known.project));
    CHECK(project_time_text(known.project) == "3 h");
    CHECK(project_parts(known.project).wait == Approx(3600.0));
    TwoRounds const wide({0, 0, 60, 600, 1800, 9000, 20000, 40000, 80000});
    CHECK_FALSE(knows_median_time(wide.project));
    CHECK(project_time_text(wide.project) == "2 h – 20 h");
    CHECK(project_parts(wide.project).wait == 0.0);
    TwoRounds few({1800, 1800, 1800});
    CHECK_FALSE(knows_median_time(few.project));
    few.choice.answer.terms.background.mix.clear();
    CHECK(knows_median_time(few.project));
}

TEST_CASE("machines of a project are drawn beside each other", "[report][unit]") {
    TwoRounds const one({1700, 1750, 1800, 1800, 1800, 1800, 1850, 1900, 1900});
    Allocations found;
    found.machines = {one.project};
    CHECK(project_bars(found, true).rows.empty());
    found.machines.push_back(one.project);
    Table const bars = project_bars(found, false);
    REQUIRE(bars.rows.size() == 2);
    CHECK(bars.rows[0][1] == "..#####" + std::string(41, '-'));
}
