// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/node_pool.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("a pool of single-unit nodes gives the lowest numbers", "[sched][unit]") {
    NodePool pool({.nodes = 8});
    std::vector<NodeRange> first;
    std::vector<NodeRange> second;
    pool.allocate(3, 1, first);
    pool.allocate(2, 1, second);
    pool.release(first, 1);
    std::vector<NodeRange> third;
    pool.allocate(5, 1, third);
    CHECK(first == std::vector<NodeRange>{{0, 3}});
    CHECK(second == std::vector<NodeRange>{{3, 2}});
    CHECK(third == std::vector<NodeRange>{{0, 3}, {5, 2}});
    CHECK(pool.free_units() == 1);
    CHECK_FALSE(pool.fits(2, 1));
}

TEST_CASE("a pool gives part of the node that fits best", "[sched][unit]") {
    NodePool pool({.nodes = 3, .units_per_node = 4});
    std::vector<NodeRange> one;
    std::vector<NodeRange> two;
    std::vector<NodeRange> three;
    pool.allocate(1, 1, one);
    pool.allocate(1, 2, two);
    pool.allocate(1, 2, three);
    CHECK(one == std::vector<NodeRange>{{0, 1}});
    CHECK(two == std::vector<NodeRange>{{0, 1}});
    CHECK(three == std::vector<NodeRange>{{1, 1}});
    CHECK(pool.free_on(0) == 1);
    CHECK(pool.free_on(1) == 2);
    CHECK(pool.nodes_with(1) == 3);
    CHECK(pool.nodes_with(2) == 2);
    CHECK(pool.nodes_with(4) == 1);
}

TEST_CASE("a pool takes whole nodes only if they are completely free", "[sched][unit]") {
    NodePool pool({.nodes = 3, .units_per_node = 4});
    std::vector<NodeRange> part;
    pool.allocate(1, 1, part);
    CHECK(pool.fits(2, 4));
    CHECK_FALSE(pool.fits(3, 4));
    std::vector<NodeRange> whole;
    pool.allocate(2, 4, whole);
    CHECK(whole == std::vector<NodeRange>{{1, 2}});
    pool.release(part, 1);
    CHECK(pool.fits(1, 4));
    CHECK(pool.free_units() == 4);
}

TEST_CASE("a pool spreads a job over nodes of different fullness, best fit first",
          "[sched][unit]") {
    NodePool pool({.nodes = 3, .units_per_node = 4});
    std::vector<NodeRange> const middle{{1, 1}};
    pool.take(middle, 2);
    std::vector<NodeRange> nodes;
    pool.allocate(2, 2, nodes);
    CHECK(nodes == std::vector<NodeRange>{{1, 1}, {0, 1}});
    CHECK(pool.free_on(1) == 0);
    CHECK(pool.free_on(0) == 2);
}
