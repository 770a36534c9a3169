// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/slurm/read/machine/machine_people.hpp"
#include "sim/slurm/site/site.hpp"
#include "sim/workload/users.hpp"

namespace clustersim {

/// A machine as its Slurm sees it: nodes, partitions over them (those of one type overlap and
/// compete), QOS, priority weights, scheduler settings, standing reservations, and the people who use
/// it, with what the block `slurm:` says laid over; of a machine whose Slurm has a file of its own that
/// site, with the people who study added. What nobody says is Slurm's default. The topology of a network
/// comes by describe_topology where a scenario wants it. The block was checked by slurm_readers().
slurm::Site machine_site(System const& system, UserPopulation const& people);

/// The same as the rest of a machine file says it, without the block and without people.
slurm::Site site_without_people(System const& system);

}  // namespace clustersim
