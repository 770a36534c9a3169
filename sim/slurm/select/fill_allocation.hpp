// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/node_availability.hpp"

namespace clustersim::slurm {

/// Turns the picks of the scratch into what the job holds: tasks to nodes, then cores, devices and
/// memory of each (spec 6.10 to 6.12).
Allocation fill_allocation(Market const& market, SelectScratch& scratch);

/// All of each of these nodes, none of which anybody else uses.
Allocation whole_allocation(Market const& market, NodeSet const& nodes);

/// The CPUs of that.
std::int32_t whole_cpus(Market const& market, NodeSet const& nodes);

}  // namespace clustersim::slurm
