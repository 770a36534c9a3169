// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/node_plan.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <random>
#include <vector>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

constexpr Seconds resolution{60}, day{86400};

Instant at(std::int64_t hour, std::int64_t minute, std::int64_t second = 0) {
    return {hour * 3600 + minute * 60 + second};
}

NodeSet all_four() {
    return NodeSet(4, true);
}

NodeSet only(std::int32_t node) {
    NodeSet one(4);
    one.insert(node);
    return one;
}

/// The nodes, of four, that remain for a job in [start, end).
NodeSet left(NodePlan& plan, Instant start, Instant end) {
    auto nodes = all_four();
    plan.restrict(start, end, nodes);
    return nodes;
}

NodePlan plan_from(Instant begin, NodePlan::Later where = NodePlan::Later::in_reach) {
    NodePlan plan;
    plan.reset(begin, begin + day, all_four(), where);
    return plan;
}

}  // namespace

TEST_CASE("TV-33: it keeps whole nodes for each promise and places later jobs after it (spec 4.12)",
          "[slurm_controller][unit]") {
    auto plan = plan_from(at(8, 36));
    auto const now = at(8, 36, 4);
    plan.promise(at(8, 55), at(9, 55), all_four(), resolution);
    REQUIRE(plan.intervals().size() == 3);
    CHECK(plan.intervals()[1].begin == at(8, 55));
    CHECK(plan.intervals()[1].end == at(9, 55));
    CHECK(plan.intervals()[1].nodes.empty());

    CHECK(left(plan, now, now + Seconds{15 * 60}) == all_four());
    CHECK(left(plan, now, now + Seconds{10 * 60}) == all_four());
    auto none = all_four();
    CHECK(plan.restrict(now, now + Seconds{30 * 60}, none).later == at(9, 55));
    CHECK(none.empty());

    CHECK(left(plan, at(9, 55), at(10, 25)) == all_four());
    plan.promise(at(9, 55), at(10, 25), only(3), resolution);
    auto rest = all_four();
    rest.erase(3);
    CHECK(left(plan, at(9, 55), at(10, 25)) == rest);
    plan.promise(at(9, 55), at(10, 25), only(0), resolution);
    rest.erase(0);
    CHECK(left(plan, at(9, 55), at(10, 25)) == rest);
}

TEST_CASE("TV-34: it counts an interval that begins exactly at the end of a job (spec 4.6.7)",
          "[slurm_controller][unit]") {
    auto plan = plan_from({0});
    plan.promise({1140}, {4740}, all_four(), resolution);
    CHECK(left(plan, {4}, {4 + 19 * 60}).empty());
    CHECK(left(plan, {4}, {4 + 18 * 60}) == all_four());
    CHECK(left(plan, {0}, {19 * 60}).empty());
    CHECK(left(plan, {0}, {19 * 60 - 1}) == all_four());
}

TEST_CASE("TV-35: it promises nodes for at least one resolution (spec 4.7.5)",
          "[slurm_controller][unit]") {
    auto plan = plan_from({0});
    plan.promise({480}, {480}, all_four(), resolution);
    REQUIRE(plan.intervals().size() == 3);
    CHECK(plan.intervals()[1].begin == Instant{480});
    CHECK(plan.intervals()[1].end == Instant{540});
    CHECK(plan.all_free({0}, {480}, all_four()));
    CHECK_FALSE(plan.all_free({0}, {481}, all_four()));
    CHECK(plan.all_free({540}, {600}, all_four()));
}

TEST_CASE("it finds when the next interval begins that only a later end would reach",
          "[slurm_controller][unit]") {
    auto plan = plan_from({0});
    plan.promise({3600}, {7200}, only(1), resolution);
    auto nodes = all_four();
    CHECK(plan.restrict({0}, {3599}, nodes).beyond == Instant{3600});
    CHECK(nodes == all_four());
    CHECK(plan.restrict({0}, {3600}, nodes).beyond == Instant{7200});
    CHECK_FALSE(nodes.contains(1));
    CHECK(plan.restrict({0}, {7200}, nodes).beyond == Instant::never());
}

TEST_CASE("it finds intervals that are followed by one with more nodes, promise after promise",
          "[slurm_controller][unit]") {
    auto const seed = GENERATE(1U, 2U, 3U, 4U);
    std::mt19937 engine(seed);
    auto plan = plan_from({0});
    for (int i = 0; i < 40; ++i) {
        NodeSet some(4);
        some.insert(static_cast<std::int32_t>(engine() % 4));
        some.insert(static_cast<std::int32_t>(engine() % 4));
        Instant const from{static_cast<std::int64_t>(engine() % 1200) * 60};
        Seconds const length{static_cast<std::int64_t>(engine() % 200) * 60};
        plan.promise(from, from + length, some, resolution);
        auto const& all = plan.intervals();
        for (std::size_t k = 0; k < all.size(); ++k) {
            CHECK(all[k].count == all[k].nodes.count());
            bool const more = k + 1 < all.size() && !all[k].nodes.contains_all(all[k + 1].nodes);
            CHECK(all[k].frees == more);
        }
    }
}

TEST_CASE("since 24.11 a search without more nodes goes on after the second interval (spec 4.6.7)",
          "[slurm_controller][unit]") {
    auto const later = [](NodePlan::Later where, Instant end) {
        auto plan = plan_from({0}, where);
        // From 1 h on one node after the other is promised, so no interval offers more but the last.
        plan.promise({3600}, {18000}, only(0), resolution);
        plan.promise({7200}, {18000}, only(1), resolution);
        plan.promise({10800}, {18000}, only(2), resolution);
        auto nodes = all_four();
        return plan.restrict({0}, end, nodes).later;
    };
    CHECK_FALSE(later(NodePlan::Later::in_reach, {600}));
    CHECK(later(NodePlan::Later::past_reach, {600}) == Instant{10800});
    // The interval after this end is followed by one with more nodes.
    CHECK(later(NodePlan::Later::past_reach, {7200}) == Instant{18000});
    CHECK(later(NodePlan::Later::in_reach, {7200}) == Instant{18000});
}

TEST_CASE("it skips intervals with too few nodes with the same result as step by step",
          "[slurm_controller][unit]") {
    auto const seed = GENERATE(range(1U, 40U));
    auto const where = GENERATE(NodePlan::Later::in_reach, NodePlan::Later::past_reach);
    std::mt19937 engine(seed);
    auto const minutes = [&](unsigned most) {
        return Seconds{static_cast<std::int64_t>(engine() % most) * 60};
    };
    auto plan = plan_from({0}, where);
    for (int i = 0; i < 12; ++i) {
        NodeSet some(4);
        for (int k = 0; k < 3; ++k) some.insert(static_cast<std::int32_t>(engine() % 4));
        auto const from = Instant{} + minutes(1200);
        plan.promise(from, from + minutes(200), some, resolution);
    }
    for (int i = 0; i < 200; ++i) {
        auto const length = minutes(400);
        auto const least = 1 + static_cast<std::int32_t>(engine() % 4);
        auto const too_few = [&](Instant start) {
            auto const& all = plan.intervals();
            return std::any_of(all.begin(), all.end(), [&](NodePlan::Interval const& one) {
                return one.end > start && one.begin <= start + length && one.count < least;
            });
        };
        auto const start = Instant{} + minutes(1300);
        auto expected = start;
        while (too_few(expected)) {
            auto nodes = all_four();
            auto const later = plan.restrict(expected, expected + length, nodes, least).later;
            if (!later) break;
            expected = *later;
        }
        auto const found = plan.roomy_from(start, length, least);
        CHECK(too_few(found) == too_few(expected));
        CHECK((found == expected || too_few(found)));
    }
}

TEST_CASE("times at which too few nodes can be free are passed over like those with too few nodes",
          "[slurm_controller][unit]") {
    auto const seed = GENERATE(range(1U, 40U));
    auto const where = GENERATE(NodePlan::Later::in_reach, NodePlan::Later::past_reach);
    std::mt19937 engine(seed);
    auto const minutes = [&](unsigned most) {
        return Seconds{static_cast<std::int64_t>(engine() % most) * 60};
    };
    auto plan = plan_from({0}, where);
    std::vector<Instant> free_from;
    for (int node = 0; node < 4; ++node) free_from.push_back(Instant{} + minutes(1000));
    auto const count = [&](NodeSet const& nodes, Instant by) {
        std::int32_t free = 0;
        nodes.for_each([&](std::int32_t node) {
            free += free_from[static_cast<std::size_t>(node)] <= by ? 1 : 0;
        });
        return free;
    };
    for (int i = 0; i < 200; ++i) {
        if (i % 15 == 0) {
            NodeSet some(4);
            for (int k = 0; k < 3; ++k) some.insert(static_cast<std::int32_t>(engine() % 4));
            auto const from = Instant{} + minutes(1200);
            plan.promise(from, from + minutes(200), some, resolution);
        }
        auto const length = minutes(400);
        auto const least = 1 + static_cast<std::int32_t>(engine() % 4);
        auto const hopeless = [&](Instant start) {
            for (auto const& one : plan.intervals())
                if (one.end > start && one.begin <= start + length && one.count < least)
                    return true;
            auto nodes = all_four();
            auto const later = plan.restrict(start, start + length, nodes).later;
            nodes = all_four();
            plan.restrict(start, start, nodes);
            return later && count(nodes, *later) < least;
        };
        auto const start = Instant{} + minutes(1300);
        auto expected = start;
        while (hopeless(expected)) {
            auto nodes = all_four();
            auto const later = plan.restrict(expected, expected + length, nodes).later;
            if (!later) break;
            expected = *later;
        }
        auto const found = plan.reachable_from(start, length, least, count);
        CHECK(hopeless(found) == hopeless(expected));
        CHECK((found == expected || hopeless(found)));
    }
}
