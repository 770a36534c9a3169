// SPDX-License-Identifier: Apache-2.0
#include "tests/support/catch.hpp"
#include "tests/unit/machine/machine_test.hpp"

using namespace clustersim;

TEST_CASE("a machine says how its Slurm is set, and the rest stays open", "[machine][unit]") {
    auto const system =
        read_machine(small_machine + "scheduler: {release: 23.11, bf_interval: 45 s, bf_window: "
                                     "2-00:00:00, bf_continue: true}\n");
    REQUIRE(system);
    CHECK(system->scheduler.release == "23.11");
    CHECK(system->scheduler.bf_interval == Seconds{45});
    CHECK(system->scheduler.bf_window == Seconds{2 * 86400});
    CHECK(system->scheduler.bf_continue);
    CHECK_FALSE(system->scheduler.bf_max_job_test);
    CHECK_FALSE(system->scheduler.sched_interval);
}

TEST_CASE("a mistake in the settings of Slurm is told at its line", "[machine][unit]") {
    CHECK(only_problem(small_machine + "scheduler: {release: newest}\n") == "CS0105:41");
    CHECK(only_problem(small_machine + "scheduler: {bf_max_job_test: 0}\n") == "CS0107:41");
    CHECK(only_problem(small_machine + "scheduler: {bf_intervall: 30 s}\n") == "CS0103:41");
    CHECK(only_problem(small_machine + "scheduler: {bf_interval: 30}\n") == "CS0106:41");
}

TEST_CASE("a rule on idle jobs needs its threshold and knows whom it may spare",
          "[machine][unit]") {
    CHECK(only_problem(small_machine +
                       "site_rules: {idle_end: {below: 60 W, after: 1 h, spares: [friends]}}\n") ==
          "CS0108:41");
    CHECK(only_problem(small_machine + "site_rules: {idle_end: {after: 1 h}}\n") == "CS0104:41");
    CHECK(only_problem(small_machine + "site_rules: {extends_time: true}\n") == "accepted");
}
