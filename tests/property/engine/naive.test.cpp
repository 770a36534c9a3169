// SPDX-License-Identifier: Apache-2.0
#include "tests/property/engine/naive.hpp"

#include "tests/property/engine/random_jobs.hpp"
#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("FCFS on single-unit nodes agrees with the naive count", "[engine][property]") {
    CHECK(rc::check([] {
        PoolShape const shape{.nodes = *rc::gen::inRange(1, 9)};
        auto const jobs = random_jobs(shape);
        RC_ASSERT(starts_of(shape, *find_policy("fcfs"), jobs) == Naive(jobs, shape.nodes).fcfs());
    }));
}

TEST_CASE("EASY on single-unit nodes agrees with the naive count", "[engine][property]") {
    CHECK(rc::check([] {
        PoolShape const shape{.nodes = *rc::gen::inRange(1, 9)};
        auto const jobs = random_jobs(shape);
        RC_ASSERT(starts_of(shape, *find_policy("easy"), jobs) == Naive(jobs, shape.nodes).easy());
    }));
}

TEST_CASE("conservative on single-unit nodes agrees with the naive count", "[engine][property]") {
    CHECK(rc::check([] {
        PoolShape const shape{.nodes = *rc::gen::inRange(1, 9)};
        auto const jobs = random_jobs(shape);
        RC_ASSERT(starts_of(shape, *find_policy("conservative"), jobs) ==
                  Naive(jobs, shape.nodes).conservative());
    }));
}
