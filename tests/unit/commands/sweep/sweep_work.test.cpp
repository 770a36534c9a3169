// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/sweep/sweep_work.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>

using namespace clustersim;

namespace {

SweepQueue queue_of(std::size_t first, std::size_t count, bool divisible = true) {
    SweepQueue queue{std::vector<std::size_t>(count), divisible};
    std::iota(queue.points.begin(), queue.points.end(), first);
    return queue;
}

/// A clock that a test sets.
struct SetClock {
    std::shared_ptr<double> now = std::make_shared<double>(0.0);
    [[nodiscard]] std::function<double()> reader() const {
        return [at = now] { return *at; };
    }
};

}  // namespace

TEST_CASE("every queue is begun before one is divided", "[sweep][unit]") {
    SetClock const clock;
    SweepWork work({queue_of(1, 100), queue_of(101, 10)}, clock.reader(), {});
    auto const first = work.next();
    auto const second = work.next();
    REQUIRE(first);
    REQUIRE(second);
    CHECK(first->queue == 0);
    CHECK(first->points.size() == 64);
    CHECK(second->queue == 1);
    CHECK(second->points.size() == 10);
    work.ready(0);
    auto const rest = work.next();
    REQUIRE(rest);
    CHECK(rest->points.front() == 65);
    CHECK(rest->points.size() == 36);
}

TEST_CASE("the next chunk is as large as is answered in twenty seconds", "[sweep][unit]") {
    struct Case {
        double took;
        std::size_t next;
    };
    auto const [took, expected] = GENERATE(Case{40.0, 32}, Case{1.0, 512}, Case{1e6, 8});
    SetClock const clock;
    SweepWork work({queue_of(1, 5000)}, clock.reader(), {});
    auto const first = work.next();
    *clock.now = took;
    work.done(*first);
    CHECK(work.next()->points.size() == expected);
}

TEST_CASE("an indivisible queue is one chunk", "[sweep][unit]") {
    SweepWork work({queue_of(1, 5000, false)}, [] { return 0.0; }, {});
    auto const all = work.next();
    CHECK(all->points.size() == 5000);
    work.done(*all);
    CHECK_FALSE(work.next());
}

TEST_CASE("workers answer every point once and share the tasks of a chunk", "[sweep][unit]") {
    constexpr std::size_t tasks = 40;
    SweepWork work({queue_of(1, 300)}, [] { return 0.0; }, {});
    std::vector<std::atomic<int>> answered(301);
    std::vector<std::atomic<int>> runs(tasks);
    std::atomic<std::size_t> chunks = 0;
    {
        std::vector<std::jthread> workers;
        for (int w = 0; w < 4; ++w) {
            workers.emplace_back([&] {
                while (auto const chunk = work.next()) {
                    ++chunks;
                    work.ready(chunk->queue);
                    CHECK(work.run(
                        tasks,
                        [&](std::size_t t) {
                            ++runs[t];
                            std::this_thread::sleep_for(std::chrono::microseconds(100));
                        }));
                    for (std::size_t const point : chunk->points) ++answered[point];
                    work.done(*chunk);
                }
            });
        }
    }
    for (std::size_t point = 1; point <= 300; ++point) CHECK(answered[point] == 1);
    for (auto const& count : runs) CHECK(count == static_cast<int>(chunks));
}

TEST_CASE("an interruption ends a loop early and says so", "[sweep][unit]") {
    std::atomic<bool> interrupted = false;
    SweepWork work(
        {queue_of(1, 10)}, [] { return 0.0; }, [&] { return interrupted.load(); });
    REQUIRE(work.next());
    std::size_t runs = 0;
    CHECK_FALSE(work.run(10, [&](std::size_t) { interrupted = ++runs == 3; }));
    CHECK(runs == 3);
    CHECK_FALSE(work.next());
}

TEST_CASE("a stopped sweep hands out nothing more", "[sweep][unit]") {
    SweepWork work({queue_of(1, 10), queue_of(11, 10)}, [] { return 0.0; }, {});
    REQUIRE(work.next());
    work.stop();
    CHECK(work.stopped());
    CHECK_FALSE(work.next());
    CHECK_FALSE(work.run(1, [](std::size_t) {}));
}
