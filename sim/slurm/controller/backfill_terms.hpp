// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/job_qos.hpp"

#include <cstddef>

namespace clustersim::slurm::backfill {

inline BackfillSettings const& settings_of(ClusterState const& state) {
    return state.settings().scheduler.backfill;
}

/// The grid of times that promises are made on.
inline Seconds resolution_of(ClusterState const& state) {
    return {settings_of(state).resolution};
}

/// How far ahead promises are made.
inline Minutes window_of(ClusterState const& state) {
    return {settings_of(state).window_minutes};
}

/// Whether the size that was estimated last goes into a job's priority.
inline bool estimates_weigh(ClusterState const& state) {
    auto const& priority = state.settings().priority;
    return priority.type != PriorityType::basic && priority.weight_job_size != 0;
}

}  // namespace clustersim::slurm::backfill
