// SPDX-License-Identifier: Apache-2.0
#include "tests/support/catch.hpp"
#include "tests/unit/sched/test_cluster.hpp"

using namespace clustersim;

TEST_CASE("EASY backfills a job that ends exactly at the shadow time", "[sched][unit]") {
    TestCluster cluster({.nodes = 10});
    cluster.running(6, 100).waiting(10, 50).waiting(4, 100);
    CHECK(cluster.started_by("easy") == Slots{1});
}

TEST_CASE("EASY passes over a job that would end a second after the shadow time", "[sched][unit]") {
    TestCluster cluster({.nodes = 10});
    cluster.running(6, 100).waiting(10, 50).waiting(4, 101);
    CHECK(cluster.started_by("easy").empty());
}

TEST_CASE("EASY lets a long job take nodes that the head does not need", "[sched][unit]") {
    TestCluster cluster({.nodes = 10});
    cluster.running(6, 100).waiting(7, 50).waiting(3, 1000).waiting(1, 1000);
    CHECK(cluster.started_by("easy") == Slots{1});
}

TEST_CASE("EASY counts the whole group of equal estimated ends as released", "[sched][unit]") {
    // At 100 both running jobs end: 10 nodes are free, the head takes 5, so 5 may run on. With one
    // release none would be left.
    TestCluster cluster({.nodes = 10});
    cluster.running(4, 100).running(5, 100).waiting(5, 50).waiting(1, 1000);
    CHECK(cluster.started_by("easy") == Slots{1});
}

TEST_CASE("EASY gives extra nodes away once", "[sched][unit]") {
    TestCluster cluster({.nodes = 10});
    cluster.running(6, 100)
        .waiting(8, 50)
        .waiting(1, 1000)
        .waiting(1, 1000)
        .waiting(1, 1000)
        .waiting(1, 100);
    CHECK(cluster.started_by("easy") == Slots{1, 2, 4});
}

TEST_CASE("EASY promises nothing to jobs after the head", "[sched][unit]") {
    // Slot 1 could start at 100 next to the head; slot 2 runs past 100 and starts anyway.
    TestCluster cluster({.nodes = 10});
    cluster.running(8, 100).waiting(3, 50).waiting(7, 50).waiting(2, 1000);
    CHECK(cluster.started_by("easy") == Slots{2});
}

TEST_CASE("EASY counts jobs it starts in the same pass among those that will end",
          "[sched][unit]") {
    // Slot 0 starts and ends at 50, which makes 50 the shadow time of slot 1.
    TestCluster cluster({.nodes = 10});
    cluster.running(2, 1000).waiting(5, 50).waiting(6, 10).waiting(3, 50).waiting(2, 51);
    CHECK(cluster.started_by("easy") == Slots{0, 2});
}

TEST_CASE("EASY lets a long job share a node that the head cannot use", "[sched][unit]") {
    // Node 0 is free at 100, node 1 keeps 2 units busy until 1000: the head gets node 0.
    TestCluster cluster({.nodes = 2, .units_per_node = 4});
    cluster.running(1, 100, 4).running(1, 1000, 2).waiting(1, 50, 4).waiting(1, 5000, 2);
    CHECK(cluster.started_by("easy") == Slots{1});
    CHECK(cluster.nodes_of(0) == std::vector<NodeRange>{{1, 1}});
}

TEST_CASE("EASY keeps a long job off the units that the head needs", "[sched][unit]") {
    // The head needs both nodes at 200, so a job that fits on the half-full node must end by then.
    TestCluster cluster({.nodes = 2, .units_per_node = 4});
    cluster.running(1, 100, 4).running(1, 200, 2).waiting(2, 50, 4).waiting(1, 201, 1).waiting(
        1, 200, 1);
    CHECK(cluster.started_by("easy") == Slots{2});
}

TEST_CASE("EASY prefers for a long job the node that costs the head nothing", "[sched][unit]") {
    // The head (a whole node) will find two free nodes at 100, so one may be taken from it, but node
    // 2 is not completely free by then: the long job goes there although node 1 fits better.
    TestCluster cluster({.nodes = 3, .units_per_node = 4});
    cluster.running(1, 100, 4);   // node 0
    cluster.running(1, 90, 3);    // node 1: one unit free
    cluster.running(1, 5000, 2);  // node 2: two units free
    cluster.waiting(2, 50, 4).waiting(1, 5000, 1).waiting(1, 5000, 1).waiting(1, 5000, 1);
    CHECK(cluster.started_by("easy") == Slots{1, 2});
    CHECK(cluster.nodes_of(0) == std::vector<NodeRange>{{2, 1}});
    CHECK(cluster.nodes_of(1) == std::vector<NodeRange>{{2, 1}});
}
