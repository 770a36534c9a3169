// SPDX-License-Identifier: Apache-2.0
#include "sim/study/parallel.hpp"

#include "tests/support/catch.hpp"

#include <atomic>
#include <new>
#include <vector>

using namespace clustersim;

TEST_CASE("every task runs exactly once on any number of workers", "[scenario][unit]") {
    for (unsigned const workers : {1U, 2U, 7U}) {
        std::vector<int> runs(50, 0);
        CHECK(run_parallel(runs.size(), {.workers = workers}, [&](std::size_t i) { ++runs[i]; }));
        CHECK(runs == std::vector<int>(50, 1));
    }
}

TEST_CASE("an interruption stops the taking of tasks and is reported", "[scenario][unit]") {
    std::atomic<int> ran{0};
    bool const all = run_parallel(1000,
                                  {.workers = 2, .interrupted = [&] { return ran >= 10; }},
                                  [&](std::size_t) { ++ran; });
    CHECK_FALSE(all);
    CHECK(ran < 1000);
}

TEST_CASE("progress counts from 0 up to all", "[scenario][unit]") {
    std::size_t last = 0;
    std::size_t calls = 0;
    run_parallel(8,
                 {.workers = 3,
                  .progress =
                      [&](std::size_t done, std::size_t all) {
                          CHECK(done == (calls++ == 0 ? 0 : last + 1));
                          CHECK(all == 8);
                          last = done;
                      }},
                 [](std::size_t) {});
    CHECK(last == 8);
    CHECK(calls == 9);
}

TEST_CASE("without tasks the work is complete", "[scenario][unit]") {
    CHECK(run_parallel(
        0, {.workers = 4}, [](std::size_t) { FAIL("there is nothing to run"); }));
}

TEST_CASE("an exception of any worker is thrown to the caller when all have ended",
          "[scenario][unit]") {
    for (unsigned const workers : {1U, 2U, 7U}) {
        std::atomic<int> ran{0};
        auto const task = [&](std::size_t i) {
            if (i == 20) throw std::bad_alloc();
            ++ran;
        };
        CHECK_THROWS_AS(run_parallel(100'000, {.workers = workers}, task), std::bad_alloc);
        CHECK(ran < 100'000);
    }
}
