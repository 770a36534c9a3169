// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

#include <optional>
#include <string>

namespace clustersim::slurm {

/// `scontrol suspend`: the job releases its cores and keeps memory and devices until `scontrol
/// resume`. Returns Slurm's message.
std::optional<std::string> suspend_by_admin(ClusterState& state, JobSlot slot);
std::optional<std::string> resume_by_admin(ClusterState& state, JobSlot slot);

}  // namespace clustersim::slurm
