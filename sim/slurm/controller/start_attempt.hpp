// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

#include <optional>

namespace clustersim::slurm {

/// What came of trying to start a job (spec 2.5.5, 3.5.12).
enum class Attempt {
    started,
    busy,           ///< could run on these nodes, but not now; or its victims are leaving
    reservation,    ///< its reservation, or one that is in its way
    accounting,     ///< a limit
    not_available,  ///< the nodes it needs are down, drained or promised
    part_config,    ///< the partition does not take it
    never,          ///< as configured, no nodes could ever run it
};

/// What came of it, and the job that runs now: of an array, the task that was split off.
struct AttemptOutcome {
    AttemptOutcome(Attempt what) : attempt(what) {}

    Attempt attempt;
    std::optional<JobSlot> started;
};

/// Who tries, and on which nodes.
struct AttemptQuery {
    QueueRecord const* record = nullptr;
    NodeSet const* usable = nullptr;
    StartedBy by = StartedBy::main;
    bool set_reasons = true;
};

/// Tries to start the job of a record now (Slurm's select_nodes, spec 6.1). Sets its reason when it
/// cannot. May preempt.
AttemptOutcome try_start(ClusterState& state, AttemptQuery const& query);

/// What a record looks for: one of its job's partitions, with the nodes that it may have there.
inline PartitionChoice const& choice_of(Job const& job, QueueRecord const& record) {
    auto const& choices = record.prefer ? job.spec->preferred : job.spec->choices;
    return choices[static_cast<std::size_t>(record.choice)];
}

/// How many leaf switches the job may have now: those of --switches until it has waited long enough,
/// then any number. The clock starts with the first call (spec 1.11, 6.9.6).
std::int32_t leaves_allowed(ClusterState& state, JobSlot slot);

}  // namespace clustersim::slurm
