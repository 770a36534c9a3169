// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/closed_loop.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/workload/thinkers.hpp"

#include <algorithm>
#include <memory>
#include <vector>

using namespace clustersim;

namespace {

ClosedLoop loop_of(std::shared_ptr<Mix const> const& mix,
                   PartitionShape const& partition = hundred_nodes) {
    return {std::make_shared<LoopUsers const>(mix, partition, half_a_day), RandomStream(1, "loop")};
}

/// The jobs submitted until `end` if nothing ever ends and the backlog does not change.
std::vector<LoopJob> submitted(ClosedLoop& loop, Instant end, Duration backlog) {
    std::vector<LoopJob> all;
    while (loop.next() <= end) {
        loop.observe(loop.next(), backlog);
        for (LoopJob const& one : loop.submit_due(loop.next())) all.push_back(one);
    }
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
    auto const second = loop.submit_due(loop.next());
    REQUIRE(second.size() == 1);
    CHECK(second.front().user == first.front().user);
}

TEST_CASE("users who do not wait submit again", "[workload][unit]") {
    ClosedLoop loop = loop_of(thinkers(1.0));
    CHECK(submitted(loop, Instant{5 * 86400}, Duration{}).size() > 10 * loop.users());
}

TEST_CASE("users have at most as many jobs as the site allows", "[workload][unit]") {
    PartitionShape few = hundred_nodes;
    few.max_submitted = 2;
    ClosedLoop loop = loop_of(thinkers(1.0), few);
    auto const first = submitted(loop, Instant{5 * 86400}, Duration{});
    CHECK(first.size() == 2 * loop.users());
    std::uint32_t const user = first.front().user;
    loop.ended(user, Instant{6 * 86400});
    auto const more = submitted(loop, Instant{8 * 86400}, Duration{});
    REQUIRE(more.size() == 1);
    CHECK(more.front().user == user);
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

TEST_CASE("a clock that is set back brings all plans forward", "[workload][unit]") {
    ClosedLoop loop = loop_of(thinkers(1.0));
    submitted(loop, Instant{86400}, Duration{});
    ClosedLoop same = loop;
    Instant const planned = loop.next();
    loop.set_back(Seconds{86400});
    CHECK(loop.next() == planned - Seconds{86400});
    auto const early = submitted(loop, Instant{3600}, Duration{});
    auto const late = submitted(same, Instant{86400 + 3600}, Duration{});
    REQUIRE(early.size() == late.size());
    CHECK(early.back().job.run == late.back().job.run);
}
