// SPDX-License-Identifier: Apache-2.0
#include "models/machine/node_groups.hpp"

#include "models/machine/catalogue.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>

using namespace clustersim;

TEST_CASE("a partition of Slurm has the node groups with its name, and a group has itself",
          "[machine][unit]") {
    auto const lumi = Catalogue{std::string(PROJECT_DIR) + "/systems"}.load("lumi");
    REQUIRE(lumi);
    System const& system = lumi->system;
    CHECK(group_names(node_groups(system, "small")) == "small, small-512, small-1024");
    CHECK(group_names(node_groups(system, "small-512")) == "small-512");
    CHECK(group_names(node_groups(system, "bench")) == "bench-g");
    CHECK(node_groups(system, "tiny").empty());
    CHECK(system.find_partition("small-512")->name == "small-512");
    CHECK(system.find_partition("bench")->name == "bench-g");
    auto const names = partition_names(system);
    CHECK(std::ranges::count(names, "small") == 1);
    CHECK(std::ranges::count(names, "bench") == 1);
    CHECK(std::ranges::count(names, "bench-g") == 1);
}
