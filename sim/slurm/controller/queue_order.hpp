// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

#include <vector>

namespace clustersim::slurm {

/// The valid records, with those that can preempt others before them. This relation is not
/// transitive, so the result depends on the sort: a merge sort that starts from the order of the
/// job list.
std::vector<QueueRecord> order_with_preemption(Configuration const& config, JobsState const& jobs);

/// Ends a job whose deadline can no longer be met (spec 1.11, 3.7). Returns true if it did.
bool deadline_missed(ClusterState& state, JobSlot slot, std::int32_t partition);

}  // namespace clustersim::slurm
