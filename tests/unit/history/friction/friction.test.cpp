// SPDX-License-Identifier: Apache-2.0
#include "sim/history/friction/friction.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/history/friction/synthetic_log.hpp"

#include <algorithm>

using namespace clustersim;

namespace {

Friction friction_of(Past const& log, std::int64_t now) {
    return infer_friction(log, Instant{0}, Instant{now}, synthetic_nodes);
}

CountedChange usable(std::int64_t at, std::int64_t nodes) {
    return {.at = at, .queue = {}, .closed = false, .usable = nodes};
}
CountedChange closed(std::int64_t at, std::uint32_t queue, bool is_closed) {
    return {.at = at, .queue = queue, .closed = is_closed, .usable = 0};
}

}  // namespace

TEST_CASE("a clean log shows no friction", "[friction][unit]") {
    auto const friction = friction_of(synthetic_log(60, {}), 60 * day);
    CHECK(friction.nominal == synthetic_nodes);
    CHECK(friction.closed.empty());
    CHECK(friction.lost.empty());
    CHECK(friction.user_limits.empty());
    CHECK(friction.queue_limits.empty());
    CHECK(friction.offsets.empty());
    CHECK(friction.none());
    CHECK(describe(friction).empty());
}

TEST_CASE("nodes that were out are found", "[friction][unit]") {
    SyntheticFriction const out{.limits = {},
                                .changes = {usable(10 * day, 24),
                                            usable(13 * day, 64),
                                            usable(30 * day, 32),
                                            usable(31 * day, 64)}};
    auto const friction = friction_of(synthetic_log(60, out), 60 * day);
    REQUIRE_FALSE(friction.lost.empty());
    std::int64_t found = 0;
    for (LostCapacity const& one : friction.lost) {
        bool const first = one.from >= 10 * day && one.until <= 13 * day + hour;
        bool const second = one.from >= 30 * day && one.until <= 31 * day + hour;
        CHECK((first || second));
        CHECK(one.usable <= (first ? 24 : 32));
        CHECK_FALSE(one.goes_on);
        found += one.length();
    }
    CHECK(found > 2 * day);
    CHECK(found <= 4 * day + 2 * hour);
    CHECK(friction.closed.empty());
    CHECK(friction.user_limits.empty());
    CHECK(friction.offsets.empty());
}

TEST_CASE("an outage that goes on is seen from its past alone", "[friction][unit]") {
    SyntheticFriction const out{.limits = {},
                                .changes = {usable(10 * day, 24), usable(13 * day, 64)}};
    auto const log = synthetic_log(20, out);
    auto const friction = friction_of(log, 12 * day);
    REQUIRE_FALSE(friction.lost.empty());
    CHECK(friction.lost.back().goes_on);
    CHECK(friction.lost.back().usable <= 24);
    // What comes later changes nothing.
    auto known = log;
    for (PastJob& job : known.jobs) {
        if (job.start >= Instant{12 * day}) job.start = Instant::never();
        if (job.end >= Instant{12 * day}) job.end = Instant::never();
    }
    auto const again = friction_of(known, 12 * day);
    REQUIRE(again.lost.size() == friction.lost.size());
    CHECK(again.lost.back().until == friction.lost.back().until);
    CHECK(again.held_back == friction.held_back);
}

TEST_CASE("closed queues are found, and are no lost capacity", "[friction][unit]") {
    SyntheticFriction const shut{.limits = {},
                                 .changes = {closed(20 * day, 0, true),
                                             closed(20 * day, 1, true),
                                             closed(21 * day, 0, false),
                                             closed(21 * day, 1, false),
                                             closed(40 * day, 1, true),
                                             closed(41 * day, 1, false)}};
    auto const friction = friction_of(synthetic_log(60, shut), 60 * day);
    for (auto const& one : friction.closed)
        UNSCOPED_INFO(one.from / 3600.0 / 24 << " " << one.until / 86400.0 << " " << one.queue
                                             << " " << one.users);
    REQUIRE(friction.closed.size() == 3);
    for (ClosedQueue const& one : friction.closed) {
        bool const both = one.from >= 20 * day && one.until <= 21 * day + 600;
        bool const odd = one.from >= 40 * day && one.until <= 41 * day + 600;
        CHECK((both || odd));
        if (odd) CHECK(friction.queues[one.queue] == "odd");
        CHECK(one.length() > 12 * hour);
        CHECK(one.users >= 2);
    }
    for (LostCapacity const& one : friction.lost)
        CHECK((one.from >= 20 * day && one.until <= 21 * day + hour) !=
              (one.from >= 40 * day && one.until <= 41 * day + hour));
    CHECK(friction.user_limits.empty());
}

TEST_CASE("limits of users are found", "[friction][unit]") {
    SyntheticFriction const limited{
        .limits = {.jobs_of_user = {{3, 1}}, .nodes_of_user = {{4, 16}}, .jobs_in_queue = {}},
        .changes = {}};
    auto const friction = friction_of(synthetic_log(60, limited), 60 * day);
    for (auto const& one : friction.user_limits)
        UNSCOPED_INFO(friction.users[one.user] << " " << one.at_limit << " " << one.below_limit
                                               << " " << one.released);
    REQUIRE(friction.user_limits.size() == 2);
    for (UserLimit const& one : friction.user_limits) {
        if (friction.users[one.user] == "u3") {
            CHECK(one.jobs == 1);
        } else {
            CHECK(friction.users[one.user] == "u4");
            CHECK(one.nodes == 16);
        }
        CHECK(one.at_limit >= 10);
        CHECK(one.below_limit * 10 <= one.at_limit);
    }
    CHECK(friction.queue_limits.empty());
    CHECK(friction.lost.empty());
    CHECK(friction.closed.empty());
}

TEST_CASE("a limit of all users of a queue is found", "[friction][unit]") {
    SyntheticFriction const limited{
        .limits = {.jobs_of_user = {}, .nodes_of_user = {}, .jobs_in_queue = {{1, 1}}},
        .changes = {}};
    auto const friction = friction_of(synthetic_log(60, limited), 60 * day);
    REQUIRE(friction.queue_limits.size() == 1);
    CHECK(friction.queues[friction.queue_limits.front().queue] == "odd");
    CHECK(friction.queue_limits.front().jobs == 1);
}

TEST_CASE("the advantage of a queue is found", "[friction][unit]") {
    SyntheticFriction const ahead{.limits = {}, .changes = {}, .ahead_of_queue = {6 * hour, 0}};
    auto const friction = friction_of(synthetic_log(60, ahead), 60 * day);
    REQUIRE_FALSE(friction.offsets.empty());
    OrderOffset const& first = friction.offsets.front();
    CHECK_FALSE(first.of_user);
    auto const sign = friction.queues[first.name] == "even" ? 1 : -1;
    CHECK(sign * first.ahead_s > 4 * hour);
    CHECK(sign * first.ahead_s < 8 * hour);
    CHECK(first.misordered_with < 0.05);
    CHECK(friction.offsets.size() == 1);
    CHECK(friction.lost.empty());
}

TEST_CASE("without a number of nodes no capacity is inferred", "[friction][unit]") {
    auto const log = synthetic_log(10, {});
    CHECK_FALSE(infer_friction(log, Instant{0}, Instant{10 * day}, 8).nominal);
    auto const unknown = infer_friction(log, Instant{0}, Instant{10 * day}, std::nullopt);
    CHECK(unknown.lost.empty());
    CHECK(describe(unknown).size() == 1);
    CHECK(infer_friction({}, Instant{0}, Instant{day}, 8).none());
}
