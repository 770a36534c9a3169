// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/machine/fair_share_tree.hpp"
#include "sim/slurm/site/site.hpp"
#include "sim/workload/users.hpp"

namespace clustersim {

/// The account and user of a study's own jobs: with the median grant and no usage so far.
inline constexpr char const* study_account = "study";
inline constexpr char const* study_user = "student";

/// Adds the users, and the study's own user, as associations below a root that may use every QOS. Their projects are
/// below the groups of the tree; the study's is below the first.
void describe_people(UserPopulation const& people, FairShareTree const& tree, slurm::Site& site);

}  // namespace clustersim
