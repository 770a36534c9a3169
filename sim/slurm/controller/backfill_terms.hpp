// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/job_qos.hpp"

#include <cstddef>

namespace clustersim::slurm::backfill {

inline BackfillSettings const& settings_of(ClusterState const& state) {
    return state.settings().scheduler.backfill;
}

/// The time grid of promises.
inline Seconds resolution_of(ClusterState const& state) {
    return {settings_of(state).resolution};
}

/// The end of a promise on the time grid (spec 4.6.11).
inline Instant end_on_grid(ClusterState const& state, Instant end) {
    auto const resolution = resolution_of(state);
    return state.settings().release.has(ReleaseChange::plan_ends_up)
               ? state.clock.ceiling(end, resolution)
               : state.clock.floor(end, resolution);
}

/// True if a promise is a change for the next cycle even on nodes that are in use (spec 4.2.1).
inline bool promises_in_use_count(ClusterState const& state) {
    return state.settings().release.has(ReleaseChange::promises_in_use_count);
}

/// How far ahead promises are made.
inline Minutes window_of(ClusterState const& state) {
    return {settings_of(state).window_minutes};
}

/// True if the last estimated size affects a job's priority.
inline bool estimates_weigh(ClusterState const& state) {
    auto const& priority = state.settings().priority;
    return priority.type != PriorityType::basic && priority.weight_job_size != 0;
}

}  // namespace clustersim::slurm::backfill
