// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

#include <cstdint>
#include <string>

namespace clustersim::slurm {

/// Cancels a job in any state; a pending job keeps its reason. `by`: the user id of the canceller.
void cancel_job(ClusterState& state, JobSlot slot, std::string const& by = {});

/// Cancels one pending task that has no record of its own.
void cancel_waiting_task(ClusterState& state,
                         std::int32_t array_id,
                         std::int32_t task,
                         std::string const& by);

}  // namespace clustersim::slurm
