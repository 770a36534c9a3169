// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/run/run_scenario.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/study/shipped_options.hpp"

using namespace clustersim;

namespace {

/// Two sizes that fit an empty machine, one that does not, and a condition that the smaller one breaks.
std::string const sizes_and_condition =
    "schema: clustersim/scenario/1\ntitle: t\nsystem: vega\nbackground: "
    "{mix: none}\nreplicates: 2\n"
    "jobs: {a: {runtime: 1 h, walltime: 2 h}}\n"
    "sweep: {jobs.a.nodes: [1, 2, 100000]}\n"
    "expect: [{metric: nodes, at-least: 2}]\n";

Answered<ScenarioAnswer> answer_of(std::string const& text, RunOptions const& options) {
    ScratchFolder const folder;
    RunQuestion question;
    question.study.file = folder.write("study.yaml", text);
    question.study.replicates = 3;
    auto prepared = prepare_run(question, options);
    REQUIRE(prepared);
    return run_scenario(question, std::move(*prepared), options);
}

}  // namespace

TEST_CASE("a scenario is answered as far as its machine allows", "[run][unit]") {
    auto const found = answer_of(sizes_and_condition, shipped_options());
    REQUIRE(found.answer);
    CHECK_FALSE(found.problems.has_errors());
    ScenarioAnswer const& answer = *found.answer;
    REQUIRE(answer.study.runs.size() == 2);
    CHECK(answer.study.runs[1].outcomes.front().nodes == 2);
    CHECK(answer.study.runs[1].outcomes.front().samples.size() == 3);
    REQUIRE(answer.asked.impossible.size() == 1);
    CHECK(answer.asked.impossible.front().variant == "nodes=100000");
    CHECK(answer.fabrics.empty());
    REQUIRE(answer.unmet.items().size() == 1);
    CHECK(answer.unmet.items().front().code == Code::unmet_expectation);
}

TEST_CASE("neither an exercise nor an incomplete answer is compared with conditions",
          "[run][unit]") {
    auto const exercise =
        answer_of(sizes_and_condition + "exercise: {task: do, hint: look}\n", shipped_options());
    REQUIRE(exercise.answer);
    CHECK(exercise.answer->unmet.empty());
    RunOptions interrupted = shipped_options();
    interrupted.work.interrupted = [] { return true; };
    auto const part = answer_of(sizes_and_condition, interrupted);
    REQUIRE(part.answer);
    CHECK_FALSE(part.answer->study.complete);
    CHECK(part.answer->unmet.empty());
}

TEST_CASE("a scenario that cannot be read is not run", "[run][unit]") {
    RunQuestion question;
    question.study.file = "no-such-study.yaml";
    auto const prepared = prepare_run(question, shipped_options());
    REQUIRE_FALSE(prepared);
    CHECK(prepared.error().fault() == Fault::io);
}
