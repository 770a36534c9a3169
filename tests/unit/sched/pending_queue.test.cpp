// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/pending_queue.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {
PendingQueue queue_of(std::uint32_t jobs) {
    PendingQueue queue;
    for (std::uint32_t i = 0; i < jobs; ++i)
        queue.push_back({{i}, static_cast<std::int32_t>(i + 1), 1, 1000 - i});
    return queue;
}
}  // namespace

TEST_CASE("a queue keeps order when jobs leave from the middle", "[sched][unit]") {
    PendingQueue queue = queue_of(5);
    queue.remove(0);
    queue.remove(2);
    CHECK(queue.size() == 3);
    CHECK(queue.front() == 1);
    CHECK(queue.next(1) == 3);
    CHECK(queue.next(4) == queue.end());
}

TEST_CASE("a queue finds the first job that is small enough and short enough", "[sched][unit]") {
    PendingQueue const queue = queue_of(300);  // job i: i + 1 nodes for 1000 - i seconds
    CHECK(queue.find(0, {.size = 300, .length = 800, .size_if_longer = 0}) == 200);
    CHECK(queue.find(0, {.size = 200, .length = 800, .size_if_longer = 0}) == queue.end());
    CHECK(queue.find(10, {.size = 300, .length = 0, .size_if_longer = 11}) == 10);
    CHECK(queue.find(11, {.size = 300, .length = 0, .size_if_longer = 11}) == queue.end());
}

TEST_CASE("a queue removes empty slots and keeps the rest", "[sched][unit]") {
    PendingQueue queue = queue_of(300);
    for (PendingQueue::Slot slot = 0; slot < 290; ++slot) queue.remove(slot);
    queue.compact();
    REQUIRE(queue.size() == 10);
    CHECK(queue.front() == 0);
    CHECK(queue.end() == 10);
    CHECK(queue[0].job == JobIndex{290});
    CHECK(queue[9].job == JobIndex{299});
    queue.push_back({{7}, 1, 1, 5});
    CHECK(queue.find(0, {.size = 1, .length = 5, .size_if_longer = 0}) == 10);
}

TEST_CASE("an emptied queue accepts jobs again", "[sched][unit]") {
    PendingQueue queue = queue_of(2);
    queue.remove(1);
    queue.remove(0);
    CHECK(queue.empty());
    CHECK(queue.front() == queue.end());
    queue.push_back({{9}, 1, 1, 1});
    CHECK(queue[queue.front()].job == JobIndex{9});
}
