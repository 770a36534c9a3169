// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/run/check_scenario.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/study/shipped_options.hpp"

using namespace clustersim;

namespace {

std::string const sizes = "schema: clustersim/scenario/1\ntitle: t\nsystem: vega\nbackground: "
                          "{mix: none}\nreplicates: 2\n"
                          "jobs: {a: {runtime: 1 h, walltime: 2 h}}\n"
                          "sweep: {jobs.a.nodes: [1, 2]}\n";
std::string const condition = "expect: [{metric: nodes, at-least: 2}]\n";
std::string const exercise = "exercise: {task: do, hint: look}\n";

Answered<CheckAnswer> checked(std::string const& text, bool run) {
    ScratchFolder const folder;
    return check_scenario({folder.write("study.yaml", text), run}, shipped_options());
}

}  // namespace

TEST_CASE("a scenario is checked without running it", "[run][unit]") {
    auto const found = checked(sizes + condition, false);
    REQUIRE(found.answer);
    CHECK(found.answer->runs == 2);
    CHECK(found.answer->stages == 0);
    CHECK_FALSE(found.answer->study);
    CHECK(found.answer->unmet.empty());
    auto const wrong = checked(sizes + "no-such-key: 1\n", false);
    CHECK_FALSE(wrong.answer);
    CHECK(wrong.problems.has_errors());
}

TEST_CASE("conditions that the answers break are problems of the run", "[run][unit]") {
    auto const found = checked(sizes + condition, true);
    REQUIRE(found.answer);
    CHECK(found.answer->study);
    CHECK(found.answer->unmet.items().size() == 1);
    auto const exercised = checked(sizes + condition + exercise, true);
    REQUIRE(exercised.answer);
    // The condition, and a note with the task.
    CHECK(exercised.answer->unmet.items().size() == 2);
    auto const met = checked(sizes + "expect: [{metric: nodes, at-least: 1}]\n", true);
    REQUIRE(met.answer);
    CHECK(met.answer->expectations == 1);
    CHECK(met.answer->unmet.empty());
}

TEST_CASE("an exercise without conditions has an error and no answer", "[run][unit]") {
    auto const found = checked(sizes + exercise, false);
    CHECK_FALSE(found.answer);
    CHECK(found.problems.has_errors());
}

TEST_CASE("a project is checked on all its machines", "[run][unit]") {
    auto const found = checked(
        "schema: clustersim/project/1\ntitle: t\nsystems: [vega, leonardo]\n"
        "background: {mix: none}\n"
        "stages: {a: {nodes: [1, 2], job: {runtime: 1 h}}, b: {job: {nodes: 1, runtime: 1 h}}}\n",
        true);
    REQUIRE(found.answer);
    CHECK(found.answer->stages == 2);
    CHECK(found.answer->runs == 6);
    CHECK_FALSE(found.answer->study);
}
