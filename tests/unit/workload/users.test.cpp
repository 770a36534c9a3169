// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/users.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <map>

using namespace clustersim;

namespace {

std::vector<Job> one_a_quarter_hour(int count) {
    std::vector<Job> jobs;
    for (int i = 0; i < count; ++i) {
        jobs.push_back({.id = i,
                        .submit = Instant{900 * i},
                        .run = Seconds{60},
                        .requested = Seconds{60},
                        .nodes = 1,
                        .units = 1});
    }
    return jobs;
}

}  // namespace

TEST_CASE("accounts differ widely, and the same stream makes the same users", "[workload][unit]") {
    UserPopulation const people = make_population(RandomStream(3, "people"));
    CHECK(people.accounts.size() == 60);
    CHECK(people.users.size() == 180);
    auto const [least, most] = std::ranges::minmax_element(
        people.accounts, {}, [](BackgroundAccount const& account) { return account.shares; });
    CHECK(most->shares > 50 * least->shares);
    UserPopulation const again = make_population(RandomStream(3, "people"));
    CHECK(again.users.back().activity == people.users.back().activity);
    CHECK(again.accounts.back().shares == people.accounts.back().shares);
}

TEST_CASE("few users submit most of the jobs", "[workload][unit]") {
    UserPopulation const people = make_population(RandomStream(3, "people"));
    auto const jobs = one_a_quarter_hour(5000);
    std::map<std::uint32_t, int> count;
    for (std::uint32_t const user : users_of(people, jobs, RandomStream(3, "users"))) {
        REQUIRE(user < people.users.size());
        ++count[user];
    }
    std::vector<int> sorted;
    for (auto const& [user, n] : count) sorted.push_back(n);
    std::ranges::sort(sorted, std::greater<>());
    int top = 0;
    for (std::size_t i = 0; i < 18; ++i) top += sorted[i];
    CHECK(top > 5000 / 3);
    CHECK(count.size() > 90);
}

TEST_CASE("a burst of equal jobs belongs to one user and does not change the users of other jobs",
          "[workload][unit]") {
    UserPopulation const people = make_population(RandomStream(3, "people"));
    auto jobs = one_a_quarter_hour(50);
    auto const apart = users_of(people, jobs, RandomStream(3, "users"));
    for (int i = 10; i < 20; ++i) jobs[static_cast<std::size_t>(i)].submit = Instant{900 * 9 + i};
    auto const burst = users_of(people, jobs, RandomStream(3, "users"));
    for (std::size_t i = 10; i < 20; ++i) CHECK(burst[i] == burst[9]);
    for (std::size_t i = 20; i < 50; ++i) CHECK(burst[i] == apart[i]);
    jobs[10].nodes = 2;
    CHECK(users_of(people, jobs, RandomStream(3, "users"))[10] == apart[10]);
}

TEST_CASE("users of a mix are those of the population with the same rank", "[workload][unit]") {
    UserPopulation const people{{{"a", 1}}, {{"u", "a", 1.0}, {"v", "a", 4.0}, {"w", "a", 2.0}}};
    std::vector<std::uint32_t> const users{0, 1, 2, 0};
    CHECK(users_by_rank(people, users, 3) == std::vector<std::uint32_t>{1, 2, 0, 1});
    std::vector<std::uint32_t> const more{0, 1, 2, 3, 4, 5};
    CHECK(users_by_rank(people, more, 6) == std::vector<std::uint32_t>{1, 1, 2, 2, 0, 0});
}
