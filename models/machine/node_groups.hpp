// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// The kinds of nodes of one Slurm partition: the partitions of a machine file with the same `slurm_name`, in file order.
using NodeGroups = std::vector<Partition const*>;

/// The node groups of the Slurm partition with this name; else the one node group with this name; empty if there is
/// none.
NodeGroups node_groups(System const& system, std::string_view name);

/// The names that a job may use: those of Slurm, then those of single node groups.
std::vector<std::string> partition_names(System const& system);

/// The names of groups for a message: "thin, fat".
std::string group_names(NodeGroups const& groups);

}  // namespace clustersim
