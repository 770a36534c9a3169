// SPDX-License-Identifier: Apache-2.0
#include "tests/support/catch.hpp"
#include "tests/unit/machine/machine_test.hpp"

using namespace clustersim;

TEST_CASE("a machine's Slurm settings are kept uninterpreted, with their places",
          "[machine][unit]") {
    auto const system = read_machine(small_machine + "slurm: {settings: {kill_wait: 45 s}}\n");
    REQUIRE(system);
    ConfigNode const* wait = system->slurm.find("settings")->find("kill_wait");
    REQUIRE(wait != nullptr);
    CHECK(wait->scalar == "45 s");
    CHECK(wait->line == 41);
    CHECK(read_machine(small_machine)->slurm.kind == ConfigNode::Kind::null);
}

TEST_CASE("the former places of Slurm's parameters give an error with the new place",
          "[machine][unit]") {
    CHECK(only_problem(small_machine + "scheduler: {bf_interval: 30 s}\n") == "CS0103:41");
    CHECK(only_problem(small_machine + "priority: {age: 1000}\n") == "CS0103:41");
    CHECK(only_problem(small_machine + "slurm: [a, b]\n") == "CS0105:41");
}

TEST_CASE("a machine whose Slurm has its own file lists no partitions", "[machine][unit]") {
    CHECK(only_problem(small_machine + "slurm: site.yaml\n").starts_with("CS0110"));
}

TEST_CASE("a rule on idle jobs needs its threshold and knows the jobs that it may spare",
          "[machine][unit]") {
    CHECK(only_problem(small_machine +
                       "site_rules: {idle_end: {below: 60 W, after: 1 h, spares: [friends]}}\n") ==
          "CS0108:41");
    CHECK(only_problem(small_machine + "site_rules: {idle_end: {after: 1 h}}\n") == "CS0104:41");
    CHECK(only_problem(small_machine + "site_rules: {extends_time: true}\n") == "accepted");
    CHECK(only_problem(small_machine +
                       "site_rules: {monthly_quota: {falls_from: 2, lowest_from: 1}}\n") ==
          "CS0110:41");
    CHECK(only_problem(small_machine + "site_rules: {monthly_quota: {falls_from: 2}}\n") ==
          "CS0104:41");
}
