// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/hopeless_times.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

/// A search for 4 nodes of partition 0 for an hour failed from 100 to 200 s and from 200 to 500 s.
HopelessTimes after_a_failure() {
    HopelessTimes times;
    times.begin({0, 4, Seconds{3600}});
    times.note(Instant{100}, Instant{200});
    times.note(Instant{200}, Instant{500});
    times.end();
    return times;
}

bool fails(HopelessTimes times, HopelessTimes::Asked const& asked, int from, int until) {
    times.begin(asked);
    return times.fails(Instant{from}, Instant{until});
}

}  // namespace

TEST_CASE("what failed for a job fails for those that ask for as much or more",
          "[slurm_controller][unit]") {
    auto const times = after_a_failure();
    CHECK(fails(times, {0, 4, Seconds{3600}}, 100, 200));
    CHECK(fails(times, {0, 5, Seconds{3600}}, 200, 500));
    CHECK(fails(times, {0, 4, Seconds{7200}}, 200, 500));
    CHECK_FALSE(fails(times, {0, 3, Seconds{3600}}, 100, 200));
    CHECK_FALSE(fails(times, {0, 4, Seconds{3599}}, 100, 200));
    CHECK_FALSE(fails(times, {1, 4, Seconds{3600}}, 100, 200));
}

TEST_CASE("a search fails within a span of time, but not beyond its end",
          "[slurm_controller][unit]") {
    auto const times = after_a_failure();
    HopelessTimes::Asked const same{0, 4, Seconds{3600}};
    CHECK(fails(times, same, 150, 180));
    CHECK(fails(times, same, 499, 500));
    CHECK_FALSE(fails(times, same, 99, 150));
    // Nodes that the plan frees at 200 s would count from 200 s on only.
    CHECK_FALSE(fails(times, same, 150, 201));
    CHECK_FALSE(fails(times, same, 500, 600));
}

TEST_CASE("what held for a job is known for the next, with what that adds",
          "[slurm_controller][unit]") {
    auto times = after_a_failure();
    times.begin({0, 8, Seconds{3600}});
    REQUIRE(times.fails(Instant{100}, Instant{200}));
    REQUIRE(times.fails(Instant{200}, Instant{300}));
    REQUIRE(times.fails(Instant{300}, Instant{500}));
    REQUIRE_FALSE(times.fails(Instant{500}, Instant{900}));
    times.note(Instant{500}, Instant{900});
    times.end();
    CHECK(fails(times, {0, 8, Seconds{3600}}, 100, 200));
    CHECK(fails(times, {0, 9, Seconds{3600}}, 250, 500));
    CHECK(fails(times, {0, 8, Seconds{3600}}, 500, 900));
    CHECK_FALSE(fails(times, {0, 4, Seconds{3600}}, 500, 900));
    times.clear();
    CHECK_FALSE(fails(times, {0, 8, Seconds{3600}}, 500, 900));
}
