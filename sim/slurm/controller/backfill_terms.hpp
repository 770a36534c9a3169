// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

#include <cstddef>
#include <cstdint>

namespace clustersim::slurm::backfill {

inline BackfillSettings const& settings_of(ClusterState const& state) {
    return state.settings().scheduler.backfill;
}

/// Whether the size that was estimated last goes into a job's priority.
inline bool estimates_weigh(ClusterState const& state) {
    auto const& priority = state.settings().priority;
    return priority.type != PriorityType::basic && priority.weight_job_size != 0;
}

inline Qos const* qos_of(Site const& site, Job const& job) {
    return job.spec->qos < 0 ? nullptr : &site.qos[static_cast<std::size_t>(job.spec->qos)];
}

}  // namespace clustersim::slurm::backfill
