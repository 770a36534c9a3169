// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/slurm/read/machine/machine_people.hpp"
#include "sim/slurm/site/site.hpp"
#include "sim/workload/users.hpp"

namespace clustersim {

/// The site of a machine's Slurm: nodes, their partitions (partitions of one node type overlap and
/// compete), QOS, priority weights, scheduler settings, standing reservations and users, modified
/// by the block `slurm:`. If the Slurm has a file of its own, that site with the study's users
/// added. Other parameters have Slurm's defaults. A scenario that needs the topology of a network
/// adds it by describe_topology. The block was checked by slurm_readers().
slurm::Site machine_site(System const& system, UserPopulation const& people);

/// The site from the rest of a machine file, without the block and without users.
slurm::Site site_without_people(System const& system);

}  // namespace clustersim
