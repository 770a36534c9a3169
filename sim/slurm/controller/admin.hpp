// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/request/admin_command.hpp"

#include <optional>
#include <string>

namespace clustersim::slurm {

/// Executes a command of an administrator, or a scancel, at the current time. The error is Slurm's
/// message.
std::optional<std::string> apply_command(ClusterState& state, AdminCommand const& command);

}  // namespace clustersim::slurm
