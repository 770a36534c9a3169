// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/select/select_nodes.hpp"

#include <limits>
#include <optional>

namespace clustersim::slurm {

/// No limit on the number of leaf switches.
inline constexpr std::int32_t any_leaves = std::numeric_limits<std::int32_t>::max();

/// What to select for: one choice of a job, on some occupancy of the nodes.
struct SelectionQuery {
    PartitionChoice const* choice = nullptr;
    ResourceRequest const* request = nullptr;
    NodeUse const* use = nullptr;
    std::int32_t leaves = any_leaves;  ///< a result on more leaf switches does not count
    SelectMode mode = SelectMode::run_now;
};

/// Where a limit counts the nodes of the job's groups, nodes that those use already are preferred.
/// What is set here for `nodes` stays until the next job is tried on them (spec 6.2.2, observed).
void weigh_nodes(SelectScratch& scratch,
                 UsageCounts const& counts,
                 JobGroups const& groups,
                 NodeSet const& nodes);

/// The test whether a job could ever run on the nodes, for the weights that it leaves.
void test_only(ClusterState& state, ResourceRequest const& request, NodeSet const& nodes);
/// What a submission leaves: nodes weighed for the job, and it tested on them.
void test_submission(ClusterState& state, PartitionChoice const& choice);

/// select_nodes with what features add to it: counted features are picked first, and then required
/// (spec 6.3.1).
std::optional<Allocation> select_for(Site const& site,
                                     SelectScratch& scratch,
                                     SelectionQuery const& query,
                                     NodeSet const& candidates);

/// Whether what counted features pick in turn keeps the job from ever running on these nodes.
bool counts_conflict(Site const& site,
                     SelectScratch& scratch,
                     SelectionQuery const& query,
                     NodeSet const& candidates);

/// The same as `select_for` for a `will_run` test.
std::optional<Estimate> estimate_for(Site const& site,
                                     SelectScratch& scratch,
                                     SelectionQuery const& query,
                                     NodeSet const& candidates);

}  // namespace clustersim::slurm
