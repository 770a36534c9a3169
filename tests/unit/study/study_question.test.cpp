// SPDX-License-Identifier: Apache-2.0
#include "sim/study/study_question.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace clustersim;

TEST_CASE("the changes of a scenario are settings that name their option", "[study][unit]") {
    StudyQuestion question;
    CHECK(question.settings().empty());
    question.file = "/elsewhere/study.yaml";
    question.set = {"system=./here.yaml", "jobs.train.nodes=8"};
    question.replicates = 3;
    question.seed = 7;
    Settings const settings = question.settings();
    REQUIRE(settings.size() == 4);
    CHECK(settings[0] == std::pair<std::string, std::string>{"--seed", "seed=7"});
    CHECK(settings[1] == std::pair<std::string, std::string>{"--replicates", "replicates=3"});
    // A path that was given here is not looked up in the folder of the scenario.
    CHECK(settings[2].second ==
          "system=" + (std::filesystem::current_path() / "here.yaml").string());
    CHECK(settings[3].second == "jobs.train.nodes=8");
}

TEST_CASE("variants have the changes, and a scenario that is missing has none", "[study][unit]") {
    ScratchFolder const folder;
    StudyQuestion question;
    question.file = folder / "study.yaml";
    CHECK_FALSE(read_variants(question));
    folder.write("study.yaml",
                 "system: vega\njobs: {one: {nodes: 1, runtime: 1 h}}\n"
                 "sweep: {jobs.one.nodes: [1, 2]}\n");
    question.seed = 5;
    auto const variants = read_variants(question);
    REQUIRE(variants);
    REQUIRE(variants->size() == 2);
    CHECK((*variants)[1].document.find("seed")->scalar == "5");
    CHECK((*variants)[1].document.find("jobs")->find("one")->find("nodes")->scalar == "2");
}
