// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/node_profile.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/sched/test_cluster.hpp"

using namespace clustersim;

namespace {
PendingJob job(std::int32_t nodes, std::int32_t units, std::int64_t requested) {
    return {{0}, nodes, units, requested};
}
}  // namespace

TEST_CASE("a node profile keeps a job on the same node for its whole time", "[sched][unit]") {
    // Node 0 has a unit free from 100 on, node 1 until 100: one of them always has a unit free, but
    // no node has one from 0 to 120.
    TestCluster cluster({.nodes = 2, .units_per_node = 2});
    cluster.running(1, 100, 1).running(1, 200, 1).running(1, 100, 1);
    NodeProfile profile({.nodes = 2, .units_per_node = 2});
    profile.rebuild(cluster.view());
    auto const whole = profile.reserve(job(1, 2, 50));
    CHECK(whole.start == Instant{100});
    CHECK(whole.nodes == std::vector<NodeRange>{{1, 1}});
    auto const part = profile.reserve(job(1, 1, 120));
    CHECK(part.start == Instant{100});
    CHECK(part.nodes == std::vector<NodeRange>{{0, 1}});
}

TEST_CASE("a node profile never returns a past start", "[sched][unit]") {
    NodeProfile profile({.nodes = 1, .units_per_node = 2});
    CHECK(profile.reserve(job(1, 2, 100)).start == Instant{0});
    profile.advance({50});
    CHECK(profile.reserve(job(1, 2, 10)).start == Instant{100});
    profile.advance({500});
    CHECK(profile.reserve(job(1, 1, 10)).start == Instant{500});
}

TEST_CASE("a node profile prefers the node that fits best", "[sched][unit]") {
    TestCluster cluster({.nodes = 3, .units_per_node = 4});
    cluster.running(1, 500, 2);
    NodeProfile profile({.nodes = 3, .units_per_node = 4});
    profile.rebuild(cluster.view());
    CHECK(profile.reserve(job(1, 2, 10)).nodes == std::vector<NodeRange>{{0, 1}});
    CHECK(profile.reserve(job(2, 4, 10)).nodes == std::vector<NodeRange>{{1, 2}});
}

TEST_CASE("a node profile waits for enough nodes at once", "[sched][unit]") {
    TestCluster cluster({.nodes = 2, .units_per_node = 4});
    cluster.running(1, 100, 4).running(1, 300, 1);
    NodeProfile profile({.nodes = 2, .units_per_node = 4});
    profile.rebuild(cluster.view());
    CHECK(profile.reserve(job(2, 3, 10)).start == Instant{100});
    CHECK(profile.reserve(job(2, 4, 10)).start == Instant{300});
}
