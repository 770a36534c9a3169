// SPDX-License-Identifier: Apache-2.0
#include "tests/support/catch.hpp"
#include "tests/unit/sched/test_cluster.hpp"

using namespace clustersim;

TEST_CASE("FCFS starts heads while they fit", "[sched][unit]") {
    TestCluster cluster({.nodes = 10});
    cluster.waiting(4, 100).waiting(6, 100).waiting(1, 100);
    CHECK(cluster.started_by("fcfs") == Slots{0, 1});
}

TEST_CASE("FCFS lets no job pass a head that does not fit", "[sched][unit]") {
    TestCluster cluster({.nodes = 10});
    cluster.running(5, 1000).waiting(6, 100).waiting(1, 1);
    CHECK(cluster.started_by("fcfs").empty());
}

TEST_CASE("FCFS packs parts of nodes and keeps whole nodes apart", "[sched][unit]") {
    TestCluster cluster({.nodes = 2, .units_per_node = 4});
    cluster.waiting(1, 100, 1).waiting(1, 100, 3).waiting(1, 100, 4).waiting(1, 100, 1);
    CHECK(cluster.started_by("fcfs") == Slots{0, 1, 2});
    CHECK(cluster.nodes_of(0) == cluster.nodes_of(1));
    CHECK(cluster.nodes_of(2) == std::vector<NodeRange>{{1, 1}});
}

TEST_CASE("FCFS does not start a whole-node job on free units of two nodes", "[sched][unit]") {
    TestCluster cluster({.nodes = 2, .units_per_node = 4});
    cluster.running(2, 1000, 2).waiting(1, 100, 4);
    CHECK(cluster.started_by("fcfs").empty());
}
