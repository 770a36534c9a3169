// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/loop_users.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/workload/thinkers.hpp"

#include <vector>

using namespace clustersim;

namespace {

/// Users of equal activity.
std::vector<UserStyle> equal_users(std::int32_t count, double run) {
    return {static_cast<std::size_t>(count), UserStyle{1.0 / count, 0, run, 0.0}};
}

/// Thinkers whose run times differ from user to user.
Mix with_own_runs() {
    Mix mix = *thinkers();
    std::get<BatchModel>(mix.source).users->run = 1.0;
    return mix;
}

}  // namespace

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

TEST_CASE("average users think as the mix says", "[workload][unit]") {
    auto const mix = thinkers();
    auto const count = users_needed(*mix, hundred_nodes, half_a_day);
    LoopUsers const users(mix, hundred_nodes, half_a_day);
    double const scale = users.think_scale(equal_users(count, 0.0));
    CHECK(scale * count == Approx(1.0).epsilon(0.1));
}

TEST_CASE("users with more work than the average think longer, others shorter",
          "[workload][unit]") {
    auto const mix = std::make_shared<Mix const>(with_own_runs());
    auto const count = users_needed(*mix, hundred_nodes, half_a_day);
    LoopUsers const of(mix, hundred_nodes, half_a_day);
    auto const scale = [&](std::int32_t users, double run) {
        return users * of.think_scale(equal_users(users, run));
    };
    double const usual = scale(count, 0.0);
    CHECK(scale(count, 1.0) > 1.2 * usual);
    CHECK(scale(count, -1.0) < usual / 1.2);
    CHECK(scale(2 * count, 0.0) > 2.0 * usual);
    // So few cannot fill the partition, however short they think.
    CHECK(scale(2, 0.0) == Approx(0.01).epsilon(0.01));
}
