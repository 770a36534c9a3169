// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/snapshot.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustersim::slurm {

/// The current state of a job as the commands show it.
JobView view_job(ClusterState const& state, Job const& job);

/// The text shown in place of the reason (spec 2.5.4); empty: the reason's own name.
std::string description_text(Configuration const& config, NodesState const& nodes, Job const& job);

/// The partition of a choice; without a choice, all partitions of a pending job in the order in
/// which it named them.
std::string
partition_text(Site const& site, JobSpec const& spec, std::optional<std::int32_t> choice);

/// Non-zero amounts with the names of their TRES.
std::vector<std::pair<std::string, std::int64_t>> named_tres(Site const& site,
                                                             TresCounts const& counts);

/// The nodes of an allocation by index.
std::vector<std::int32_t> nodes_of(Allocation const& allocation);

}  // namespace clustersim::slurm
