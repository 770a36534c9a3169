// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/count_profile.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/sched/test_cluster.hpp"

using namespace clustersim;

namespace {
PendingJob job(std::int32_t nodes, std::int64_t requested) {
    return {{0}, nodes, 1, requested};
}
}  // namespace

TEST_CASE("a count profile finds the earliest interval that is long enough", "[sched][unit]") {
    TestCluster cluster({.nodes = 10});
    cluster.running(6, 100).running(2, 300);  // free: 2, from 100 8, from 300 10
    CountProfile profile({.nodes = 10});
    profile.rebuild(cluster.view());
    CHECK(profile.reserve(job(8, 200)).start == Instant{100});  // free: 2, 0, from 300 10
    CHECK(profile.reserve(job(1, 101)).start == Instant{300});
    CHECK(profile.reserve(job(2, 100)).start == Instant{0});
    CHECK(profile.reserve(job(10, 1)).start == Instant{401});
}

TEST_CASE("a count profile never returns a past start", "[sched][unit]") {
    CountProfile profile({.nodes = 4});
    CHECK(profile.reserve(job(4, 50)).start == Instant{0});
    profile.advance({20});
    CHECK(profile.reserve(job(1, 10)).start == Instant{50});
    profile.advance({70});
    CHECK(profile.reserve(job(4, 10)).start == Instant{70});
}
