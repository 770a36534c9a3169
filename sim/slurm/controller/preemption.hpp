// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/preempt_rules.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace clustersim::slurm {

/// The running jobs on the partition's nodes that the job may preempt, in Slurm's order (spec 7.3);
/// null: none. Searched again only after a change.
std::shared_ptr<std::vector<JobSlot> const>
preemption_candidates(ClusterState& state, Job const& preemptor, std::int32_t choice);

/// True if, under preempt/qos, the job may use one row more than its partition has, because the
/// jobs that it preempts remain suspended on the same cores (spec 7.4.2).
bool takes_extra_row(ClusterState& state, QueueRecord const& record);

/// Jobs to stop, and the resulting allocation.
struct PreemptionPlan {
    std::vector<JobSlot> victims;
    Allocation allocation;
};

/// Chooses victims so that the job fits on `candidates` (spec 7.4); nothing if it would not fit
/// even without all of them.
std::optional<PreemptionPlan> plan_preemption(ClusterState& state,
                                              QueueRecord const& record,
                                              ResourceRequest const& request,
                                              NodeSet const& candidates);

/// Stops the victims (spec 7.5). The job itself does not start: it waits for their end.
void preempt(ClusterState& state, JobSlot slot, PreemptionPlan const& plan);

/// Ends victims whose grace time is over: every 30 s.
void continue_preemption(ClusterState& state);

}  // namespace clustersim::slurm
