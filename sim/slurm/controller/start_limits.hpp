// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/select/select_nodes.hpp"

namespace clustersim::slurm {

/// What a choice asks for, with the most nodes that limits allow (spec 6.1.3).
ResourceRequest bounded_request(AccountingState const& accounting,
                                Configuration const& config,
                                Job const& job,
                                std::int32_t choice);

/// The limit that lets the job have fewer nodes than it needs at least; none if there is none.
Reason limit_of_nodes(AccountingState const& accounting,
                      Configuration const& config,
                      Job const& job,
                      std::int32_t choice);

/// Whether the partition takes the job's account and QOS (spec 2.4); none if it does.
Reason admission(Site const& site, Job const& job, std::int32_t choice);

/// Limits that need no size (spec 8.3).
Reason limit_before_selection(AccountingState const& accounting,
                              Configuration const& config,
                              Job const& job,
                              std::int32_t choice);

/// Which nodes of an allocation weigh on limits of node counts: a promise does with all of them.
enum class NodesCounted { all, not_yet_used };
/// What was selected for a job.
struct Selected {
    Allocation const& allocation;
    NodesCounted counted;
};
/// Limits on what was selected.
Reason limit_on_selection(AccountingState const& accounting,
                          Configuration const& config,
                          Job const& job,
                          std::int32_t choice,
                          Selected const& selected);

/// What a job may be promised.
struct Promise {
    ResourceRequest const& request;
    Estimate const& on;
};
/// Limits on what is promised: without a look at which nodes those are (observed).
Reason
limit_on_promise(ClusterState& state, Job const& job, std::int32_t choice, Promise const& promise);

/// What was asked for, and from which nodes, when no selection was possible.
struct Unselected {
    ResourceRequest const& request;
    NodeSet const& candidates;
};
/// Limits on a job that cannot start now.
Reason limit_on_failure(ClusterState& state,
                        Job const& job,
                        std::int32_t choice,
                        Unselected const& unselected);

}  // namespace clustersim::slurm
