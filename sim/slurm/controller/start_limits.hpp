// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/select/select_nodes.hpp"

namespace clustersim::slurm {

/// The request of a choice, with its maximum number of nodes reduced by limits (spec 6.1.3).
ResourceRequest bounded_request(AccountingState const& accounting,
                                Configuration const& config,
                                Job const& job,
                                std::int32_t choice);

/// The limit that allows fewer nodes than the job needs; none if there is no such limit.
Reason limit_of_nodes(AccountingState const& accounting,
                      Configuration const& config,
                      Job const& job,
                      std::int32_t choice);

/// Checks that the partition accepts the job's account and QOS (spec 2.4); none if it does.
Reason admission(Site const& site, Job const& job, std::int32_t choice);

/// Checks limits that need no size (spec 8.3).
Reason limit_before_selection(AccountingState const& accounting,
                              Configuration const& config,
                              Job const& job,
                              std::int32_t choice);

/// The nodes of an allocation that count for node limits: for a promise of 22.05, all of them.
enum class NodesCounted { all, not_yet_used };
/// A selection for a job.
struct Selected {
    Allocation const& allocation;
    NodesCounted counted;
};
/// Checks limits on a selection.
Reason limit_on_selection(AccountingState const& accounting,
                          Configuration const& config,
                          Job const& job,
                          std::int32_t choice,
                          Selected const& selected);

/// The content of a promise.
struct Promise {
    ResourceRequest const& request;
    EstimatedNodes const& on;
};
/// Checks limits on a promise, regardless of which nodes it has (observed).
Reason
limit_on_promise(ClusterState& state, Job const& job, std::int32_t choice, Promise const& promise);

/// The request and its candidate nodes, if no selection was possible.
struct Unselected {
    ResourceRequest const& request;
    NodeSet const& candidates;
};
/// Checks limits on a job that cannot start now.
Reason limit_on_failure(ClusterState& state,
                        Job const& job,
                        std::int32_t choice,
                        Unselected const& unselected);

}  // namespace clustersim::slurm
