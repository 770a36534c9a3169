// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/closed_loop.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <memory>
#include <vector>

using namespace clustersim;

namespace {

constexpr PartitionShape hundred_nodes{.nodes = 100,
                                       .units_per_node = 1,
                                       .max_job_nodes = 100,
                                       .max_walltime = Seconds{86400},
                                       .whole_nodes = true};
Duration const half_a_day = seconds(43200.0);

/// Single jobs of four nodes and about an hour; users think for about an hour after each.
std::shared_ptr<Mix const> thinkers(double overlap = 0.0) {
    BatchModel model;
    model.classes = {{4, 1.0, {1.0, 0.0, 0.0}, 0.0, {{1.0, 8.2, 0.3}}}};
    model.gap = seconds(60.0);
    model.hours.fill(1.0);
    model.days.fill(1.0);
    model.users = UserHabits{.count = 20, .overlap = overlap, .think = {8.2, 0.5}};
    Mix mix;
    mix.size_unit = SizeUnit::node;
    mix.request = {{{Seconds{7200}, 1.0}}, 1.0};
    mix.source = model;
    return std::make_shared<Mix const>(mix);
}

ClosedLoop loop_of(std::shared_ptr<Mix const> mix) {
    return {std::move(mix), hundred_nodes, half_a_day, RandomStream(1, "loop")};
}

/// The jobs submitted until `end` if nothing ever ends and the backlog does not change.
std::vector<LoopJob> submitted(ClosedLoop& loop, Instant end, Duration backlog) {
    std::vector<LoopJob> all;
    while (loop.next() <= end)
        for (LoopJob const& one : loop.submit_due(loop.next(), backlog)) all.push_back(one);
    return all;
}

}  // namespace

TEST_CASE("users wait for their jobs before they submit more", "[workload][unit]") {
    ClosedLoop loop = loop_of(thinkers());
    auto const first = submitted(loop, Instant{30 * 86400}, Duration{});
    CHECK(first.size() == loop.users());
    CHECK(loop.next() == Instant::never());
    loop.ended(first.front().user, Instant{31 * 86400});
    REQUIRE(loop.next() != Instant::never());
    CHECK(loop.next() > Instant{31 * 86400});
    auto const second = loop.submit_due(loop.next(), Duration{});
    REQUIRE(second.size() == 1);
    CHECK(second.front().user == first.front().user);
}

TEST_CASE("users who do not wait submit again", "[workload][unit]") {
    ClosedLoop loop = loop_of(thinkers(1.0));
    CHECK(submitted(loop, Instant{5 * 86400}, Duration{}).size() > 10 * loop.users());
}

TEST_CASE("a long queue puts users off, half of them at the dial", "[workload][unit]") {
    ClosedLoop never = loop_of(thinkers(1.0));
    CHECK(submitted(never, Instant{86400}, 100.0 * half_a_day).empty());
    ClosedLoop free = loop_of(thinkers(1.0));
    ClosedLoop dial = loop_of(thinkers(1.0));
    auto const all = static_cast<double>(submitted(free, Instant{20 * 86400}, Duration{}).size());
    auto const some = static_cast<double>(submitted(dial, Instant{20 * 86400}, half_a_day).size());
    CHECK(some / all == Approx(0.5).margin(0.05));
}

TEST_CASE("a larger machine and a longer queue need more users", "[workload][unit]") {
    auto const mix = thinkers();
    auto const users = users_needed(*mix, hundred_nodes, half_a_day);
    PartitionShape large = hundred_nodes;
    large.nodes = large.max_job_nodes = 1000;
    CHECK(users_needed(*mix, large, half_a_day) == Approx(10 * users).epsilon(0.02));
    CHECK(users_needed(*mix, hundred_nodes, 2.0 * half_a_day) > users);
    // 25 jobs of an hour run at once; each user's hour of run comes with two thoughts and the wait.
    CHECK(users > 25);
}

TEST_CASE("copies of a loop evolve alike and apart", "[workload][unit]") {
    ClosedLoop one = loop_of(thinkers(1.0));
    (void)submitted(one, Instant{86400}, half_a_day);
    ClosedLoop two = one;
    auto const a = submitted(one, Instant{2 * 86400}, half_a_day);
    auto const b = submitted(two, Instant{2 * 86400}, half_a_day);
    REQUIRE(a.size() == b.size());
    CHECK(std::ranges::equal(
        a, b, [](LoopJob const& x, LoopJob const& y) { return x.job.submit == y.job.submit; }));
}
