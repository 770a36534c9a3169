// SPDX-License-Identifier: Apache-2.0
#include "sim/study/work.hpp"

#include "tests/support/catch.hpp"

#include <cstddef>
#include <utility>

using namespace clustersim;

TEST_CASE("a part of the work counts after what is done, of all", "[scenario][unit]") {
    std::pair<std::size_t, std::size_t> told;
    Work const whole{.workers = 3,
                     .interrupted = [] { return true; },
                     .progress =
                         [&](std::size_t done, std::size_t all) {
                             told = {done, all};
                         }};
    Work const part = whole.part(10, 40);
    part.count(5, 20);
    CHECK(told == std::pair<std::size_t, std::size_t>(15, 40));
    CHECK(part.workers == 3);
    CHECK(part.is_interrupted());
}

TEST_CASE("work that tells something else keeps its workers and its interruption",
          "[scenario][unit]") {
    bool told = false;
    Work const work{.workers = 2,
                    .interrupted = [] { return true; },
                    .progress = [&](std::size_t, std::size_t) { told = true; }};
    Work const silent = work.telling({});
    silent.count(1, 2);
    CHECK_FALSE(told);
    CHECK_FALSE(silent.part(1, 2).progress);
    CHECK(silent.workers == 2);
    CHECK(silent.is_interrupted());
}

TEST_CASE("nothing interrupts work by itself", "[scenario][unit]") {
    CHECK_FALSE(Work{}.is_interrupted());
    CHECK(Work{}.workers == 1);
}
