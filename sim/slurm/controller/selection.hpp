// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/select/select_nodes.hpp"

#include <limits>
#include <optional>

namespace clustersim::slurm {

/// No limit on the number of leaf switches.
inline constexpr std::int32_t any_leaves = std::numeric_limits<std::int32_t>::max();

/// The input of a selection: one choice of a job, on some use of the nodes.
struct SelectionQuery {
    PartitionChoice const* choice = nullptr;
    ResourceRequest const* request = nullptr;
    NodeUse const* use = nullptr;
    std::int32_t leaves = any_leaves;  ///< a result with more leaf switches is rejected
    SelectMode mode = SelectMode::run_now;
};

/// If a limit counts the nodes of the job's groups, nodes already used by these groups are
/// preferred. The weights of `nodes` stay until the next job is tried on them (spec 6.2.2,
/// observed).
void weigh_nodes(SelectScratch& scratch,
                 UsageCounts const& counts,
                 JobGroups const& groups,
                 NodeSet const& nodes);

/// Tests whether a job could ever run on the nodes, for the effect on weights.
void test_only(ClusterState& state, ResourceRequest const& request, NodeSet const& nodes);
/// The effects of a submission on weights: the nodes are weighed for the job, and it is tested on
/// them.
void test_submission(ClusterState& state, PartitionChoice const& choice);

/// select_nodes with counted features: their nodes are picked first, and are then required (spec
/// 6.3.1).
std::optional<Allocation> select_for(Site const& site,
                                     SelectScratch& scratch,
                                     SelectionQuery const& query,
                                     NodeSet const& candidates);

/// True if the picks of counted features in turn prevent the job from ever running on these nodes.
bool counts_conflict(Site const& site,
                     SelectScratch& scratch,
                     SelectionQuery const& query,
                     NodeSet const& candidates);

/// The same as `select_for`, for a `will_run` test.
std::optional<EstimatedNodes> estimate_for(Site const& site,
                                           SelectScratch& scratch,
                                           SelectionQuery const& query,
                                           NodeSet const& candidates);

}  // namespace clustersim::slurm
