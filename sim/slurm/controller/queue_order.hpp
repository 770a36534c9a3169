// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

#include <vector>

namespace clustersim::slurm {

/// The valid records, those that can preempt others before them. That relation is not transitive, so
/// the result depends on how it is sorted: from the order of the job list, by merging halves.
std::vector<QueueRecord> order_with_preemption(Configuration const& config, JobsState const& jobs);

/// Removes a job whose deadline cannot be met any more (spec 1.11, 3.7). True when it did.
bool deadline_missed(ClusterState& state, JobSlot slot, std::int32_t partition);

}  // namespace clustersim::slurm
