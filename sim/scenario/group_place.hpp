// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/node_groups.hpp"
#include "sim/scenario/slurm_request.hpp"
#include "sim/workload/partition_shape.hpp"

#include <string_view>

namespace clustersim {

/// The difference between two node groups that a job with a given run time would notice in its limits, its price or the
/// jobs it competes with; empty without one.
std::string_view
noticed_difference(Partition const& one, Partition const& other, System const& system);

/// The same price for the same request.
bool same_price(BillingRule const& a, BillingRule const& b);

/// The Slurm options of a job that may start on any of these groups of one Slurm partition. The amounts are those that a
/// node of each group has; all other values are those of the first.
SlurmPlace slurm_place(System const& system, NodeGroups const& groups);

/// The size of the groups together, with the limits of the first.
PartitionShape partition_shape(System const& system, NodeGroups const& groups);

}  // namespace clustersim
