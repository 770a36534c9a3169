// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/slurm/site/site.hpp"
#include "sim/workload/users.hpp"

#include <cstdint>

namespace clustersim {

/// The site of a machine's Slurm file, as a study uses it: with the users, the study's account, and
/// the names of node types as features of their nodes.
slurm::Site imported_site(System const& system, UserPopulation const& people);

/// The users that the site's file names. The more shares a user's account has, the more active is the user. If the
/// file names no users, they are generated; `users` is the smallest number of them.
UserPopulation people_of(System const& system, RandomStream const& random, std::int32_t users = 0);

}  // namespace clustersim
