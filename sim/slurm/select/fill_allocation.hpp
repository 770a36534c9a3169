// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/node_availability.hpp"

#include <cstdint>
#include <optional>

namespace clustersim::slurm {

/// Turns the picks of the scratch into an allocation: tasks to nodes, then cores, devices and
/// memory of each (spec 6.10 to 6.12).
Allocation fill_allocation(Market const& market, SelectScratch& scratch);

/// An allocation of these nodes as a whole; no other job uses them.
Allocation whole_allocation(Market const& market, NodeSet const& nodes);

/// The CPUs of such an allocation.
std::int32_t whole_cpus(Market const& market, NodeSet const& nodes);

/// The CPUs that a job gets on each usable node if all of them are idle and make this offer, and
/// the job takes all of it. None if that depends on the node or on its tasks: nodes of several
/// records, jobs with devices.
std::optional<std::int32_t> cpus_of_each(Market const& market, NodeOffer const& offer);

}  // namespace clustersim::slurm
