// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/random_stream.hpp"
#include "sim/workload/job.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

// The users who submit the background jobs, needed for fair share and limits per user.
//
//   account   activity a = e^(s Z), s = 1.5; shares = max(1, round(100 a e^(0.5 Z')))
//   user k    of an account, k = 1, 2, 3: activity a / k
//   job       a user with probability proportional to activity, but jobs of the same shape
//             within five minutes of each other belong to the same user (a sweep); if the mix
//             has users of its own, those by rank of activity
//
// This is an estimate, because no trace in use names its users. It follows the reports of
// operators: projects differ by a factor of a thousand in size, grants follow need but not exactly
// (LUMI training material, 2024 to 2026), and few users submit most jobs (D. Feitelson, Workload
// Modeling, chapter 8). Users do not react to waits. Valid for the spread of fair-share factors,
// not for any real user.

struct BackgroundAccount {
    std::string name;
    std::int64_t shares = 1;
};

struct BackgroundUser {
    std::string name;
    std::string account;
    double activity = 1.0;  ///< share of the jobs, relative to the others
};

struct UserPopulation {
    std::vector<BackgroundAccount> accounts;
    std::vector<BackgroundUser> users;
};

/// As many accounts as three users each need, at least 60. The same stream gives the same users.
UserPopulation make_population(RandomStream random, std::int32_t users = 0);

/// For each job (by submission) the index of its user.
std::vector<std::uint32_t>
users_of(UserPopulation const& population, std::span<Job const> jobs, RandomStream random);

/// For each job the index of its user in the population, if the mix says which of its own `count`
/// users (0 is the most active) submitted it: the most active users of both are the same, and so on
/// by rank. Several users of the mix are one of the population if it has fewer.
std::vector<std::uint32_t> users_by_rank(UserPopulation const& population,
                                         std::span<std::uint32_t const> users,
                                         std::size_t count);

}  // namespace clustersim
