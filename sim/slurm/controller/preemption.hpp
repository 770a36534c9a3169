// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace clustersim::slurm {

/// Whether the site preempts at all (spec 7.1).
inline bool queue_may_preempt(Settings const& settings) {
    return settings.preempt_type != PreemptType::none && settings.preempt_mode != PreemptMode::off;
}

/// Whether a running job may be stopped for another one, whichever that is (spec 7.2).
bool may_be_preempted(Site const& site, Job const& running);

/// Whether its preemption leaves a running job its memory and devices.
bool only_suspends(Site const& site, Job const& victim);

/// Whether a pending job of one partition stands before a running or pending job as its preemptor
/// (spec 7.2).
bool can_preempt(Configuration const& config,
                 Job const& preemptor,
                 std::int32_t preemptor_choice,
                 Job const& victim,
                 std::int32_t victim_choice);

/// The running jobs on the partition's nodes that it may preempt, in Slurm's order (spec 7.3); null:
/// none. They are looked for again only after a change.
std::shared_ptr<std::vector<JobSlot> const>
preemption_candidates(ClusterState& state, Job const& preemptor, std::int32_t choice);

/// Whether under preempt/qos the job may have one row more than its partition has: those that it
/// preempts are suspended beside it (spec 7.4.2).
bool takes_extra_row(ClusterState& state, QueueRecord const& record);

/// Jobs to stop, and what their end makes room for.
struct PreemptionPlan {
    std::vector<JobSlot> victims;
    Allocation allocation;
};

/// Chooses victims so that the job fits on `candidates` (spec 7.4); nothing when even without all of
/// them it would not fit.
std::optional<PreemptionPlan> plan_preemption(ClusterState& state,
                                              QueueRecord const& record,
                                              ResourceRequest const& request,
                                              NodeSet const& candidates);

/// Stops the victims (spec 7.5). The job itself does not start: it waits for them to leave.
void preempt(ClusterState& state, JobSlot preemptor, PreemptionPlan const& plan);

/// Whether a job that was told to make room has had the time that it was given.
bool grace_is_over(Site const& site, Job const& victim, std::int64_t now);
/// Ends, requeues or suspends a running job whose cores a job of a higher partition was given.
void displace(ClusterState& state, JobSlot slot);

/// Ends those whose grace time is over: every 30 s.
void continue_preemption(ClusterState& state);

}  // namespace clustersim::slurm
