// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/users.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace clustersim {
namespace {

constexpr int least_accounts = 60;
constexpr int users_per_account = 3;
constexpr double account_spread = 1.5;
constexpr double grant_spread = 0.5;
constexpr Seconds sweep_gap{300};

std::string numbered(char const* stem, int number) {
    std::string digits = std::to_string(number);
    return stem + std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits;
}

}  // namespace

UserPopulation make_population(RandomStream random, std::int32_t users) {
    UserPopulation population;
    int const accounts =
        std::max(least_accounts, (users + users_per_account - 1) / users_per_account);
    for (int a = 0; a < accounts; ++a) {
        double const activity = random.lognormal(0.0, account_spread);
        double const grant = 100.0 * activity * random.lognormal(0.0, grant_spread);
        std::string const account = numbered("project", a + 1);
        population.accounts.push_back({account, std::max<std::int64_t>(1, std::llround(grant))});
        for (int u = 0; u < users_per_account; ++u) {
            population.users.push_back(
                {numbered("user", a * users_per_account + u + 1), account, activity / (u + 1)});
        }
    }
    return population;
}

std::vector<std::uint32_t>
users_of(UserPopulation const& population, std::span<Job const> jobs, RandomStream random) {
    std::vector<double> sums;  // cumulative activity up to each user
    double sum = 0.0;
    for (BackgroundUser const& user : population.users) sums.push_back(sum += user.activity);
    std::vector<std::uint32_t> users;
    users.reserve(jobs.size());
    for (std::size_t j = 0; j < jobs.size(); ++j) {
        bool const sweep = j > 0 && jobs[j].nodes == jobs[j - 1].nodes &&
                           jobs[j].units == jobs[j - 1].units &&
                           jobs[j].submit - jobs[j - 1].submit <= sweep_gap;
        // Sampled for every job, so that one more job in a sweep does not change the users of the
        // others.
        auto const sampled =
            std::ranges::upper_bound(sums, random.uniform01() * sum) - sums.begin();
        auto const last = static_cast<std::ptrdiff_t>(sums.size()) - 1;
        users.push_back(sweep ? users.back() : static_cast<std::uint32_t>(std::min(sampled, last)));
    }
    return users;
}

std::vector<std::uint32_t> users_by_rank(UserPopulation const& population,
                                         std::span<std::uint32_t const> users,
                                         std::size_t count) {
    std::vector<std::uint32_t> ranked(population.users.size());
    std::iota(ranked.begin(), ranked.end(), 0U);
    std::ranges::stable_sort(ranked, std::ranges::greater(), [&](std::uint32_t user) {
        return population.users[user].activity;
    });
    std::vector<std::uint32_t> found;
    found.reserve(users.size());
    for (std::uint32_t const user : users) {
        CS_ENSURE(user < count, "a user of the mix");
        found.push_back(ranked[count <= ranked.size() ? user : user * ranked.size() / count]);
    }
    return found;
}

}  // namespace clustersim
