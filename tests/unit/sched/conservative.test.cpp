// SPDX-License-Identifier: Apache-2.0
#include "tests/support/catch.hpp"
#include "tests/unit/sched/test_cluster.hpp"

using namespace clustersim;

TEST_CASE("conservative backfills only jobs that delay no earlier job", "[sched][unit]") {
    // Slot 1 is to start at 100 next to the head; EASY would let slot 2 delay it.
    TestCluster cluster({.nodes = 10});
    cluster.running(8, 100).waiting(3, 50).waiting(7, 50).waiting(2, 1000);
    CHECK(cluster.started_by("conservative").empty());
}

TEST_CASE("conservative fills a gap that ends where a reservation begins", "[sched][unit]") {
    TestCluster cluster({.nodes = 10});
    cluster.running(6, 100).waiting(10, 50).waiting(4, 100).waiting(1, 1);
    CHECK(cluster.started_by("conservative") == Slots{1});
}

TEST_CASE("conservative requests a pass when a reservation is due", "[sched][unit]") {
    TestCluster cluster({.nodes = 10});
    cluster.running(6, 100).waiting(10, 50).waiting(5, 10);
    auto const policy = find_policy("conservative")->make({.nodes = 10});
    CHECK(policy->next_wakeup() == Instant::never());
    CHECK(cluster.started_by(*policy).empty());
    CHECK(policy->next_wakeup() == Instant{100});
}

TEST_CASE("a copy of a policy has its own reservations", "[sched][unit]") {
    TestCluster cluster({.nodes = 10});
    cluster.running(6, 100).waiting(10, 50);
    auto const policy = find_policy("conservative")->make({.nodes = 10});
    cluster.started_by(*policy);
    auto const copy = policy->clone();
    TestCluster other({.nodes = 10});
    other.started_by(*policy);
    CHECK(policy->next_wakeup() == Instant::never());
    CHECK(copy->next_wakeup() == Instant{100});
}

TEST_CASE("conservative reserves units of one node, not a count of units", "[sched][unit]") {
    // Four units are free, two on each node: a job that needs three on one node has to wait for
    // 100.
    TestCluster cluster({.nodes = 2, .units_per_node = 4});
    cluster.running(1, 100, 2).running(1, 200, 4);
    cluster.waiting(1, 50, 3).waiting(1, 100, 2).waiting(1, 101, 1);
    auto const policy = find_policy("conservative")->make({.nodes = 2, .units_per_node = 4});
    CHECK(cluster.started_by(*policy) == Slots{1});
    CHECK(policy->next_wakeup() == Instant{100});
}
