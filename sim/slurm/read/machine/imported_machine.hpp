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

/// The users of the site's file; the more shares the account of a user has, the more active the user is. A file
/// without users gets generated ones, at least so many.
UserPopulation people_of(System const& system, RandomStream const& random, std::int32_t users = 0);

}  // namespace clustersim
