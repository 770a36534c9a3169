// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/fair_queue.hpp"

#include "tests/support/catch.hpp"

#include <random>
#include <string>
#include <vector>

using namespace clustersim;

namespace {

std::vector<FairQueue::Ticket> in_order(FairQueue row) {
    std::vector<FairQueue::Ticket> order;
    while (auto const next = row.next()) {
        order.push_back(*next);
        row.begin(*next);
        row.leave(*next);
    }
    return order;
}

TEST_CASE("askers take turns, and each one's questions keep their order", "[serve][unit]") {
    FairQueue row(10, 100, 1);
    auto const a1 = row.enter("a");
    auto const a2 = row.enter("a");
    auto const a3 = row.enter("a");
    auto const b1 = row.enter("b");
    auto const c1 = row.enter("c");
    auto const b2 = row.enter("b");
    CHECK(in_order(row) == std::vector{a1, b1, c1, a2, b2, a3});
}

TEST_CASE("who leaves early changes no other's order", "[serve][unit]") {
    FairQueue row(10, 100, 1);
    auto const a1 = row.enter("a");
    auto const a2 = row.enter("a");
    auto const b1 = row.enter("b");
    row.leave(a1);
    row.leave(a1);
    row.leave(99);
    CHECK(in_order(row) == std::vector{a2, b1});
    row.leave(b1);
    row.leave(a2);
    CHECK(row.size() == 0);
    CHECK_FALSE(row.next());
}

TEST_CASE("the number of questions in front is that of those which are answered before",
          "[serve][unit]") {
    std::mt19937 random(7);
    for (int round = 0; round < 200; ++round) {
        FairQueue row(100, 1000, 1);
        std::vector<FairQueue::Ticket> all;
        for (int i = 0; i < 30; ++i)
            all.push_back(row.enter(std::string(1, static_cast<char>('a' + random() % 4))));
        for (int i = 0; i < 10; ++i)
            if (random() % 2 == 0)
                row.leave(all[random() % all.size()]);
            else if (auto const next = row.next()) {
                row.begin(*next);
                row.leave(*next);
            }
        std::size_t place = 0;
        for (auto const ticket : in_order(row)) CHECK(row.before(ticket) == place++);
        CHECK(place == row.size());
    }
}

TEST_CASE("of several places, no asker has the last", "[serve][unit]") {
    FairQueue row(10, 100, 3);
    auto const a1 = row.enter("a");
    auto const a2 = row.enter("a");
    auto const a3 = row.enter("a");
    row.begin(a1);
    row.begin(a2);
    CHECK_FALSE(row.next());
    auto const b1 = row.enter("b");
    CHECK(row.next() == b1);
    row.begin(b1);
    row.enter("c");
    CHECK_FALSE(row.next());
    row.leave(b1);
    CHECK(row.next() != a3);
    row.leave(a1);
    CHECK(row.running() == 1);
}

TEST_CASE("an asker and the row have a bound", "[serve][unit]") {
    FairQueue row(2, 3, 1);
    row.enter("a");
    row.enter("a");
    CHECK(row.is_full("a") == FairQueue::Full::asker);
    CHECK(row.is_full("b") == FairQueue::Full::none);
    row.enter("b");
    CHECK(row.is_full("b") == FairQueue::Full::all);
}

}  // namespace
