// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/slurm/site/site.hpp"
#include "sim/workload/users.hpp"

namespace clustersim {

/// The account and user that a study's own jobs come from: the median grant, no use so far.
inline constexpr char const* study_account = "study";
inline constexpr char const* study_user = "student";

/// A machine as its Slurm sees it: nodes, partitions over them (those of one type overlap and
/// compete), QOS, priority weights, scheduler settings, standing reservations, and the people who use
/// it. What the machine file leaves open is Slurm's default. Not in it, for no site's is known:
/// licences, and topology, which describe_topology adds where a scenario wants it.
slurm::Site slurm_site(System const& system, UserPopulation const& people);

}  // namespace clustersim
