// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

#include <optional>

namespace clustersim::slurm {

/// The result of an attempt to start a job (spec 2.5.5, 3.5.12).
enum class Attempt {
    started,
    busy,           ///< could run on these nodes, but not now; or its victims are ending
    reservation,    ///< prevented by its reservation or a conflicting one
    accounting,     ///< prevented by a limit
    not_available,  ///< the required nodes are down, drained or promised
    part_config,    ///< the partition does not accept it
    never,          ///< no nodes of this configuration could ever run it
};

/// The result, and the job that now runs: of an array, the task that was split off.
struct AttemptOutcome {
    AttemptOutcome(Attempt what) : attempt(what) {}

    Attempt attempt;
    std::optional<JobSlot> started;
};

/// The scheduler that makes the attempt, and the usable nodes.
struct AttemptQuery {
    QueueRecord const* record = nullptr;
    NodeSet const* usable = nullptr;
    StartedBy by = StartedBy::main;
    bool set_reasons = true;
};

/// Tries to start a job of a record now (Slurm's select_nodes, spec 6.1). Sets its reason if it
/// cannot start. May preempt.
AttemptOutcome try_start(ClusterState& state, AttemptQuery const& query);

/// The choice of a record: one of its job's partitions, with the nodes that the job may have there.
inline PartitionChoice const& choice_of(Job const& job, QueueRecord const& record) {
    auto const& choices = record.prefer ? job.spec->preferred : job.spec->choices;
    return choices[static_cast<std::size_t>(record.choice)];
}

/// Maximum number of leaf switches for the job now: --switches until its maximum wait has passed,
/// then any number. The wait starts with the first call (spec 1.11, 6.9.6).
std::int32_t leaves_allowed(ClusterState& state, JobSlot slot);

}  // namespace clustersim::slurm
