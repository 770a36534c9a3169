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
