// SPDX-License-Identifier: Apache-2.0
#include "models/machine/system_config.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/machine/machine_test.hpp"

using namespace clustersim;

TEST_CASE("a machine's head, power and parts are read", "[machine][unit]") {
    auto const system = read_machine(
        small_machine +
        "priority: {age: 100, half_life: 7 d}\n"
        "file_systems:\n  work: {kind: Lustre, capacity: 5 PB, read: 100 GB/s}\n"
        "access:\n  Small: {benchmark: {node_hours: 500}, regular: {minimum_node_hours: 1000}}\n"
        "corrections:\n  - {seed: nine, used: eight, why: one never came}\n");
    REQUIRE(system);
    CHECK(system->title == "A small machine");
    CHECK(system->pue == 1.2);
    CHECK(system->grid_carbon == 200);
    CHECK(system->priority.age == 100.0);
    CHECK_FALSE(system->priority.fairshare);
    CHECK(system->priority.half_life->si() == 7 * 86400.0);
    REQUIRE(system->file_systems.size() == 1);
    CHECK(system->file_systems.front().read->si() == 1e11);
    CHECK_FALSE(system->file_systems.front().write);
    REQUIRE(system->access.size() == 2);
    CHECK(system->access[0].partition_group == "Small");
    CHECK(system->access[0].maximum->value == 500);
    CHECK_FALSE(system->access[0].minimum);
    CHECK(system->access[1].minimum->value == 1000);
}

TEST_CASE("all problems of a machine's file come at once, in order of their lines",
          "[machine][unit]") {
    std::string text = with("pue: 1.2", "pue: 0.2");
    text.replace(text.find("2.5 GHz"), 7, "2.5 GB");
    text.replace(text.find("is_default"), 10, "is_defualt");
    auto const read = read_machine(text);
    REQUIRE_FALSE(read);
    REQUIRE(read.error().items().size() == 3);
    CHECK(read.error().items()[0].code == Code::out_of_range);
    CHECK(read.error().items()[1].code == Code::wrong_unit);
    CHECK(read.error().items()[2].code == Code::unknown_key);
    CHECK(read.error().items()[2].where.line == 36);
}

TEST_CASE("sections and names are required", "[machine][unit]") {
    CHECK(only_problem(with("name: small\n", "")) == "CS0104:1");
    CHECK(only_problem(with("power: {pue: 1.2, grid_carbon_g_per_kwh: 200}\n", "")) == "CS0104:1");
    CHECK(only_problem(with("clustersim/system/1", "clustersim/scenario/1")) == "CS0108:1");
    CHECK(only_problem(small_machine.substr(0, small_machine.find("partitions:"))) == "CS0104:1");
}

TEST_CASE("an access mode has a size or a range", "[machine][unit]") {
    CHECK(only_problem(small_machine +
                       "access:\n  S: {regular: {node_hours: 1, minimum_node_hours: 1}}\n") ==
          "CS0110:42");
    CHECK(
        only_problem(small_machine +
                     "access:\n  S: {regular: {minimum_node_hours: 2, maximum_node_hours: 1}}\n") ==
        "CS0110:42");
}
