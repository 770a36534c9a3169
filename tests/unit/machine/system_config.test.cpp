// SPDX-License-Identifier: Apache-2.0
#include "models/machine/system_config.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/machine/machine_test.hpp"

using namespace clustersim;

TEST_CASE("a machine's head, power and parts are read", "[machine][unit]") {
    auto const system = read_machine(
        small_machine +
        "file_systems:\n  work: {kind: Lustre, capacity: 5 PB, read: 100 GB/s}\n"
        "access:\n  Small: {benchmark: {node_hours: 500}, regular: {minimum_node_hours: 1000}}\n"
        "corrections:\n  - {seed: nine, used: eight, why: one never came}\n");
    REQUIRE(system);
    CHECK(system->title == "A small machine");
    CHECK(system->pue == 1.2);
    CHECK(system->grid_carbon == 200);
    REQUIRE(system->file_systems.size() == 1);
    CHECK(system->file_systems.front().read->si() == 1e11);
    CHECK_FALSE(system->file_systems.front().write);
    REQUIRE(system->access.size() == 2);
    CHECK(system->access[0].partition_group == "Small");
    CHECK(system->access[0].maximum->value == 500);
    CHECK_FALSE(system->access[0].minimum);
    CHECK(system->access[1].minimum->value == 1000);
}

TEST_CASE("all problems of a machine's file are reported at once, in order of their lines",
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

TEST_CASE("an access mode has its size in node-hours or in GPU-hours, durations and a call",
          "[machine][unit]") {
    auto const system = read_machine(
        small_machine +
        "access:\n  S:\n    extreme: {minimum_node_hours: 9, offered_node_hours: 90, months: "
        "[12]}\n"
        "    fast-lane: {maximum_gpu_hours: 50000, months: {value: [1, 2, 3], note: to choose}}\n"
        "    playground: {gpu_hours: 5000}\n");
    REQUIRE(system);
    REQUIRE(system->access.size() == 3);
    AccessMode const& extreme = system->access[0];
    CHECK(extreme.offered->value == 90);
    CHECK(extreme.months == std::vector<int>{12});
    CHECK_FALSE(extreme.fixed_size);
    AccessMode const& lane = system->access[1];
    CHECK(lane.maximum_gpu_hours->value == 50000);
    CHECK_FALSE(lane.maximum);
    CHECK_FALSE(lane.fixed_size);
    CHECK(lane.months == std::vector<int>{1, 2, 3});
    CHECK(system->access[2].fixed_size);
    CHECK(system->access[2].maximum_gpu_hours->value == 5000);

    auto const problem = [](std::string const& mode) {
        return only_problem(small_machine + "access:\n  S: {x: " + mode + "}\n");
    };
    CHECK(problem("{node_hours: 1, minimum_gpu_hours: 1}") == "CS0110:42");
    CHECK(problem("{maximum_node_hours: 1, gpu_hours: 1}") == "CS0110:42");
    CHECK(problem("{gpu_hours: 1, maximum_gpu_hours: 2}") == "CS0110:42");
    CHECK(problem("{minimum_gpu_hours: 3, maximum_gpu_hours: 2}") == "CS0110:42");
    CHECK(problem("{months: [1.5]}") == "CS0105:42");
    CHECK(problem("{months: [0]}") == "CS0107:42");
}

TEST_CASE("an access mode without a size has the billing unit of its partitions",
          "[machine][unit]") {
    auto const with_access = [](std::string const& mode) {
        return small_machine + "access:\n  S:\n    node_types: [gpu]\n    free: " + mode + "\n";
    };
    auto const system = read_machine(with_access("{billing_unit: GPU-h, months: [12]}"));
    REQUIRE(system);
    CHECK(system->access.front().billing_unit == "GPU-h");
    CHECK_FALSE(system->access.front().maximum);
    for (char const* size : {"node_hours: 1",
                             "minimum_node_hours: 1",
                             "maximum_node_hours: 1",
                             "gpu_hours: 1",
                             "minimum_gpu_hours: 1",
                             "maximum_gpu_hours: 1"})
        CHECK(only_problem(with_access("{billing_unit: GPU-h, " + std::string(size) + "}")) ==
              "CS0110:44");
    CHECK(only_problem(with_access("{billing_unit: BU}")) == "CS0110:44");
    CHECK(only_problem(small_machine + "access:\n  S: {node_types: [gpus], a: {gpu_hours: 1}}\n") ==
          "CS0108:42");
}
