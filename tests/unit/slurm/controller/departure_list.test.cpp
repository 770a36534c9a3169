// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/departure_list.hpp"

#include "tests/support/catch.hpp"

#include <initializer_list>
#include <vector>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

constexpr std::size_t universe = 130;

Allocation on(std::initializer_list<std::int32_t> nodes) {
    Allocation allocation;
    for (auto const node : nodes) {
        allocation.nodes.emplace_back();
        allocation.nodes.back().node = node;
    }
    return allocation;
}

NodeSet nodes_at(DepartureList const& list, std::size_t position) {
    NodeSet nodes(universe);
    list.insert_into(position, nodes);
    return nodes;
}

NodeSet set_of(std::vector<std::int32_t> const& nodes) {
    return NodeSet(universe, nodes);
}

}  // namespace

TEST_CASE("it keeps the nodes of each job with its end while jobs start and end",
          "[slurm_controller][unit]") {
    DepartureList list;
    list.insert(0, {300}, on({4, 128}));
    list.insert(0, {100}, on({1}));
    list.insert(1, {200}, on({2, 3, 70}));
    REQUIRE(list.size() == 3);
    CHECK(list.end(1) == Instant{200});
    CHECK(nodes_at(list, 0) == set_of({1}));
    CHECK(nodes_at(list, 1) == set_of({2, 3, 70}));
    CHECK(nodes_at(list, 2) == set_of({4, 128}));

    CHECK(list.count_in(1, set_of({1, 3, 70, 128})) == 2);

    list.erase(1);
    REQUIRE(list.size() == 2);
    CHECK(list.end(1) == Instant{300});
    CHECK(nodes_at(list, 0) == set_of({1}));
    CHECK(nodes_at(list, 1) == set_of({4, 128}));
}

TEST_CASE("it counts the nodes of all jobs that end by a time", "[slurm_controller][unit]") {
    DepartureList list;
    constexpr std::int32_t jobs = 40;
    for (std::int32_t i = 0; i < jobs; ++i)
        list.insert(static_cast<std::size_t>(i), {i * 10}, on({3 * i}));
    NodeSet const all(universe, true);
    auto const left_by = [&](std::int64_t time, NodeSet const& set) {
        auto const ended = list.ended_by({time});
        auto left = NodeSet(universe);
        list.insert_left(ended, left);
        CHECK(left.count_common(set) == list.count_left(ended, set));
        return list.count_left(ended, set);
    };
    for (std::int32_t least = 0; least <= 20; ++least) {
        auto const set = set_of({0, 3, 6, 24, 60, 63, 66, 69, 72, 75, 117, 118});
        for (std::size_t ended = 0; ended <= list.size(); ++ended)
            CHECK(list.leave(ended, set, least) == (list.count_left(ended, set) >= least));
    }
    CHECK(list.jobs_for(0) == 0);
    CHECK(list.jobs_for(7) == 7);
    CHECK(list.jobs_for(jobs + 1) == jobs + 1);
    for (std::int32_t first = 0; first < jobs; ++first)
        CHECK(list.first_in(set_of({3 * first, 117})) == static_cast<std::size_t>(first));
    CHECK(list.first_in(set_of({1, 118})) == list.size());
    CHECK(left_by(-1, all) == 0);
    CHECK(left_by(9, all) == 1);
    CHECK(left_by(10, all) == 2);
    CHECK(left_by(390, all) == jobs);
    CHECK(left_by(390, set_of({0, 1, 51, 117})) == 3);

    list.erase(17);
    CHECK(left_by(390, all) == jobs - 1);
    CHECK(left_by(390, set_of({51})) == 0);
    list.insert(0, {-5}, on({128}));
    CHECK(left_by(0, all) == 2);
    CHECK(left_by(390, set_of({128})) == 1);
}
