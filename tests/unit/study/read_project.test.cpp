// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/variants.hpp"
#include "sim/study/project.hpp"
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

TEST_CASE("the partition of a stage's job is that of its scenario", "[study][unit]") {
    auto const project = project_in("partition: gpu\nstages:\n  a: {job: {runtime: 1 h}}\n"
                                    "  b: {job: {runtime: 1 h, partition: cpu}}\n");
    REQUIRE(project);
    CHECK(scenario_of(*project, project->stages[0]).find("partition")->scalar == "gpu");
    ConfigNode const scenario = scenario_of(*project, project->stages[1]);
    CHECK(scenario.find("partition")->scalar == "cpu");
    CHECK(scenario.find("jobs")->find("b")->find("partition") == nullptr);
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

TEST_CASE("what runs keep is a size, and a number of checkpoints", "[study][unit]") {
    auto const project = project_in("stages: {a: {job: {runtime: 1 h}}}\n");
    REQUIRE(project);
    CHECK(project->kept_checkpoints == 2);
    CHECK_FALSE(project->stages[0].results);
    auto const keeps =
        project_in("kept-checkpoints: 5\nstages: {a: {results: 2 GB, job: {runtime: 1 h}}}\n");
    REQUIRE(keeps);
    CHECK(keeps->kept_checkpoints == 5);
    CHECK(keeps->stages[0].results == bytes(2e9));
}

TEST_CASE("wrong keys of storage are reported at their place", "[study][unit]") {
    auto const only = [](std::string const& text) {
        auto const wrong = project_in(text);
        REQUIRE_FALSE(wrong);
        REQUIRE(wrong.error().items().size() == 1);
        return wrong.error().items().front();
    };
    std::string const stages = "stages: {a: {job: {runtime: 1 h}}}\n";
    for (char const* count : {"-1", "0"}) {
        Diagnostic const d = only("kept-checkpoints: " + std::string(count) + "\n" + stages);
        CHECK(d.code == Code::out_of_range);
        CHECK(d.where.line == 4);
        CHECK(d.expected.find("1") != std::string::npos);
    }
    CHECK(only("kept-checkpoints: some\n" + stages).code == Code::wrong_type);
    Diagnostic const unit = only("stages:\n  a:\n    results: 2 h\n    job: {runtime: 1 h}\n");
    CHECK(unit.code == Code::wrong_unit);
    CHECK(unit.where.line == 6);
    CHECK(unit.expected.find("B") != std::string::npos);
    CHECK(only("stages: {a: {results: -1 GB, job: {runtime: 1 h}}}\n").code == Code::out_of_range);
}
