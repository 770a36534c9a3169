// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/variants.hpp"
#include "sim/study/allocate/project.hpp"
#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

Result<Project> project_in(std::string const& rest) {
    return read_project(*parse_yaml(
        "schema: clustersim/project/1\ntitle: t\nsystems: [vega]\n" + rest, "project.yaml"));
}

}  // namespace

TEST_CASE("a project is read with its defaults", "[study][unit]") {
    auto const project = project_in("stages: {a: {job: {runtime: 1 h}}}\n");
    REQUIRE(project);
    CHECK(project->seed == 1);
    CHECK(project->reserve == 0.0);
    CHECK_FALSE(project->deadline);
    REQUIRE(project->stages.size() == 1);
    CHECK(project->stages[0].repeat == 1);
    CHECK(project->stages[0].at_once == 1);
    CHECK(project->scenario.find("background")->find("mix")->scalar == "typical");
}

TEST_CASE("a stage becomes a scenario with a sweep over its numbers of nodes", "[study][unit]") {
    auto const project = project_in("background: {mix: none}\nreplicates: 3\nseed: 7\n"
                                    "stages: {a.b: {nodes: [1, 2], job: {runtime: 1 h}}}\n");
    REQUIRE(project);
    CHECK(project->seed == 7);
    ConfigNode const scenario = scenario_of(*project, project->stages[0]);
    CHECK(scenario.find("background")->find("mix")->scalar == "none");
    CHECK(scenario.find("replicates")->scalar == "3");
    auto const variants = expand_sweep(scenario);
    REQUIRE(variants);
    REQUIRE(variants->size() == 2);
    CHECK((*variants)[1].document.find("jobs")->find("a.b")->find("nodes")->scalar == "2");
}

TEST_CASE("all problems of a project are reported at once", "[study][unit]") {
    auto const wrong =
        project_in("deadline: tomorrow\nstart: 2027-02-30\nbudget: {node-hours: -1}\n"
                   "reserve: -0.1\nacces: x\n"
                   "stages:\n  a: {repeat: 0, at-once: 5, job: {runtime: 1 h}}\n  b: {}\n");
    REQUIRE_FALSE(wrong);
    std::string all;
    for (Diagnostic const& d : wrong.error().items())
        all += d.message + " " + d.expected + " " + d.help + "\n";
    CHECK(wrong.error().items().size() >= 7);
    for (char const* part :
         {"tomorrow", "2027-02-30", "reserve", "access", "repeat", "at once", "job"})
        CHECK(all.find(part) != std::string::npos);
}

TEST_CASE("a budget is in one unit, and no access mode beside it", "[study][unit]") {
    CHECK_FALSE(project_in("budget: {}\nstages: {a: {job: {runtime: 1 h}}}\n"));
    CHECK_FALSE(
        project_in("budget: {node-hours: 1, gpu-hours: 1}\nstages: {a: {job: {runtime: 1 h}}}\n"));
    CHECK_FALSE(
        project_in("budget: {node-hours: 1}\naccess: x\nstages: {a: {job: {runtime: 1 h}}}\n"));
    CHECK_FALSE(project_in("stages: {}\n"));
}
