// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/sched/slurm/controller/cluster_state.hpp"

#include <optional>

namespace clustersim::slurm {

/// What to select for: one choice of a job, on some occupancy of the nodes.
struct SelectionQuery {
    PartitionChoice const* choice = nullptr;
    ResourceRequest const* request = nullptr;
    NodeUse const* use = nullptr;
    std::int32_t leaves = INT32_MAX;  ///< a result on more leaf switches does not count
    SelectMode mode = SelectMode::run_now;
};

/// select_nodes with what features add to it: counted features are picked first, and then required
/// (spec 6.3.1).
std::optional<Allocation>
select_for(ClusterState& state, SelectionQuery const& query, NodeSet const& candidates);

}  // namespace clustersim::slurm
