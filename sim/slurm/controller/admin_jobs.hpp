// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/request/admin_command.hpp"

#include <optional>
#include <string>

namespace clustersim::slurm {

/// The effects of `scontrol` and `scancel` on jobs. Each returns Slurm's message, if any.
std::optional<std::string> change_jobs(ClusterState& state, JobHold const& command);
std::optional<std::string> change_jobs(ClusterState& state, JobRelease const& command);
std::optional<std::string> change_jobs(ClusterState& state, JobRequeue const& command);
std::optional<std::string> change_jobs(ClusterState& state, JobSuspend const& command);
std::optional<std::string> change_jobs(ClusterState& state, JobResume const& command);
std::optional<std::string> change_jobs(ClusterState& state, JobCancel const& command);
std::optional<std::string> change_jobs(ClusterState& state, JobUpdate const& command);

}  // namespace clustersim::slurm
