// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/slurm/controller/departure_list.hpp"

#include "tests/support/catch.hpp"

#include <initializer_list>
#include <vector>

using namespace clustersim::slurm;

namespace {

Allocation on(std::initializer_list<std::int32_t> nodes) {
    Allocation allocation;
    for (auto const node : nodes) {
        allocation.nodes.emplace_back();
        allocation.nodes.back().node = node;
    }
    return allocation;
}

std::vector<std::int32_t> nodes_at(DepartureList const& list, std::size_t position) {
    auto const nodes = list.nodes(position);
    return {nodes.begin(), nodes.end()};
}

}  // namespace

TEST_CASE("it keeps the nodes of each job with its end as jobs come and go",
          "[slurm_controller][unit]") {
    DepartureList list;
    list.insert(0, 300, on({4, 5}));
    list.insert(0, 100, on({1}));
    list.insert(1, 200, on({2, 3, 7}));
    REQUIRE(list.size() == 3);
    CHECK(list.end(1) == 200);
    CHECK(nodes_at(list, 0) == std::vector<std::int32_t>{1});
    CHECK(nodes_at(list, 1) == std::vector<std::int32_t>{2, 3, 7});
    CHECK(nodes_at(list, 2) == std::vector<std::int32_t>{4, 5});

    list.erase(1);
    REQUIRE(list.size() == 2);
    CHECK(list.end(1) == 300);
    CHECK(nodes_at(list, 0) == std::vector<std::int32_t>{1});
    CHECK(nodes_at(list, 1) == std::vector<std::int32_t>{4, 5});
}
