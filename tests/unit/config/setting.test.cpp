// SPDX-License-Identifier: Apache-2.0
#include "sim/config/document.hpp"
#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

ConfigNode scenario() {
    return parse_yaml("seed: 1\njobs:\n  - {nodes: 4, walltime: 1 h}\nworkload:\n", "a.yaml")
        .value();
}

ConfigNode with(std::string const& assignment) {
    ConfigNode root = scenario();
    auto const done = apply_setting(root, assignment, "--set");
    INFO(assignment << (done ? "" : "\n" + to_text(done.error())));
    REQUIRE(done);
    return root;
}

}  // namespace

TEST_CASE("a setting replaces or adds the value at its path", "[config][unit]") {
    CHECK(with("seed=7").find("seed")->scalar == "7");
    CHECK(with("jobs.0.nodes=8").find("jobs")->items[0].find("nodes")->scalar == "8");
    CHECK(with("new.deep.key=x").find("new")->find("deep")->find("key")->scalar == "x");
    CHECK(with("workload.load=0.9").find("workload")->find("load")->scalar == "0.9");
    CHECK(with("seed=[1, 2]").find("seed")->items.size() == 2);
    CHECK(with("title=a=b").find("title")->scalar == "a=b");
    CHECK(with("jobs.0.walltime=12:00:00").find("jobs")->items[0].find("walltime")->scalar ==
          "12:00:00");
}

TEST_CASE("a key with dots of its own is one step of a path", "[config][unit]") {
    ConfigNode root =
        parse_yaml("jobs: {llama3.1-8b: {nodes: 1}, llama3: {nodes: 2}, a.: {nodes: 3}}\n",
                   "a.yaml")
            .value();
    REQUIRE(apply_setting(root, "jobs.llama3.1-8b.nodes=4", "--set"));
    REQUIRE(apply_setting(root, "jobs.llama3.nodes=5", "--set"));
    REQUIRE(apply_setting(root, "jobs.a.=6", "--set"));
    ConfigNode const& jobs = *root.find("jobs");
    CHECK(jobs.entries.size() == 3);
    CHECK(jobs.find("llama3.1-8b")->find("nodes")->scalar == "4");
    CHECK(jobs.find("llama3")->find("nodes")->scalar == "5");
    CHECK(jobs.find("a.")->scalar == "6");
}

TEST_CASE("a setting's value has the option as its place", "[config][unit]") {
    CHECK(with("seed=7").find("seed")->span().file == "--set seed=7");
}

TEST_CASE("a setting with an impossible path is refused", "[config][unit]") {
    for (char const* bad : {"seed",
                            "=1",
                            "seed.deeper=1",
                            "jobs.1.nodes=2",
                            "jobs.x=2",
                            "seed=[1",
                            "seed=",
                            "new.=3"}) {
        ConfigNode root = scenario();
        INFO(bad);
        auto const done = apply_setting(root, bad, "--set");
        REQUIRE_FALSE(done);
        CHECK(done.error().has_errors());
    }
}
