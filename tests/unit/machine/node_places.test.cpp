// SPDX-License-Identifier: Apache-2.0
#include "models/machine/node_places.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/machine/machine_test.hpp"

using namespace clustersim;

TEST_CASE("the nodes of a partition follow its first one, or are those of its ranges",
          "[machine][unit]") {
    NodePlaces const after{.first = 10, .ranges = {}};
    CHECK(after.number_of(0) == 10);
    CHECK(after.number_of(5) == 15);
    NodePlaces const two{.first = 0, .ranges = {{3, 2}, {8, 3}}};
    CHECK(two.number_of(0) == 3);
    CHECK(two.number_of(1) == 4);
    CHECK(two.number_of(2) == 8);
    CHECK(two.number_of(4) == 10);
}

TEST_CASE("ranges of nodes are read, and must be those of the partition", "[machine][unit]") {
    auto const ranges = [](std::string const& text, std::string const& nodes = "8") {
        return with("    nodes: 8\n    is_default",
                    "    nodes: " + nodes + "\n    node_ranges: " + text + "\n    is_default");
    };
    auto const system = read_machine(ranges("[0-2, 5, 7]", "5"));
    REQUIRE(system);
    CHECK(system->partitions.front().places ==
          NodePlaces{.first = 0, .ranges = {{0, 3}, {5, 1}, {7, 1}}});
    for (char const* wrong : {"[0-3, 3-6]", "[5-7, 0-4]", "[0-x]", "[-1]", "[3-2]", "[0-6]"})
        CHECK_FALSE(read_machine(ranges(wrong)));
    CHECK(only_problem(ranges("[0-3, 5-8]")) == "CS0110:36");
    CHECK(only_problem(ranges("[0-7]\n    first_node: 0")) == "CS0110:37");
}
