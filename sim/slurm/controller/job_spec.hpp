// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/reservation_id.hpp"
#include "sim/slurm/request/dependency_text.hpp"
#include "sim/slurm/request/feature_expression.hpp"
#include "sim/slurm/request/job_request.hpp"
#include "sim/slurm/select/node_use.hpp"
#include "sim/slurm/select/resource_request.hpp"
#include "sim/slurm/site/node_set.hpp"
#include "sim/slurm/site/tres.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustersim::slurm {

/// The request of a job for one of its partitions.
struct PartitionChoice {
    std::int32_t partition = 0;
    ResourceRequest request;
    UseKind kind;  ///< how it will share its nodes
    /// Nodes of the partition that have the features and are not excluded; one set for each
    /// alternative of an [a|b] constraint, otherwise one.
    std::vector<NodeSet> nodes;
    std::vector<CountedNodes> counted;  ///< of a constraint with counts
    bool separate_groups = false;
    bool never = false;  ///< not even on the partition's nodes without any job
};

/// An accepted submission with all names resolved. Shared by the tasks of an array and by the
/// copies of a controller; never changed.
struct JobSpec {
    JobRequest request;
    std::int32_t association = -1;  ///< -1 without accounting
    std::int32_t qos = -1;
    std::int32_t user = 0;      ///< number of the user's name
    std::int32_t account = -1;  ///< association of the account itself
    std::string account_name;
    std::vector<PartitionChoice> choices;  ///< by tier, highest first
    /// The same with the nodes preferred by --prefer; empty without it (spec 1.7.7).
    std::vector<PartitionChoice> preferred;
    DependencyList dependencies;
    std::vector<ReservationId> reservations;  ///< requested by name
    LicenseCounts licenses;
    TresCounts tres;  ///< of the minimum request, for limits and priority
    bool requeue = true;
};

}  // namespace clustersim::slurm
