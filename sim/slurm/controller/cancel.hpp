// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

#include <cstdint>
#include <string>

namespace clustersim::slurm {

/// Cancels a job in any state; the reason of a pending one is kept. `by`: the user id of who does.
void cancel_job(ClusterState& state, JobSlot slot, std::string const& by = {});

/// Cancels one task of an array that still waits in the array's record.
void cancel_waiting_task(ClusterState& state,
                         std::int32_t array_id,
                         std::int32_t task,
                         std::string const& by);

}  // namespace clustersim::slurm
