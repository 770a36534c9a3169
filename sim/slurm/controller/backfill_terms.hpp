// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

#include <cstddef>
#include <cstdint>

namespace clustersim::slurm::backfill {

inline std::int64_t clock_ceiling(ClusterState const& state, std::int64_t t, std::int64_t step) {
    return state.clock_floor(t + step - 1, step);
}

inline BackfillSettings const& settings_of(ClusterState const& state) {
    return state.settings().scheduler.backfill;
}

/// Whether the size that was estimated last goes into a job's priority.
inline bool estimates_weigh(ClusterState const& state) {
    auto const& priority = state.settings().priority;
    return priority.type != PriorityType::basic && priority.weight_job_size != 0;
}

}  // namespace clustersim::slurm::backfill
