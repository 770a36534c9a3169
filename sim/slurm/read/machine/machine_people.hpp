// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/site.hpp"
#include "sim/workload/users.hpp"

namespace clustersim {

/// The account and user that a study's own jobs come from: the median grant, no use so far.
inline constexpr char const* study_account = "study";
inline constexpr char const* study_user = "student";

/// Adds the people as associations below a root that may use every QOS, and who studies.
void describe_people(UserPopulation const& people, slurm::Site& site);

}  // namespace clustersim
