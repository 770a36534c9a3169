// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/request/admin_command.hpp"

#include <optional>
#include <string>

namespace clustersim::slurm {

/// The effects of `scontrol` and `scancel` on jobs. Each returns Slurm's message, if any.
std::optional<std::string> change_jobs(ClusterState& state, JobHold const& hold);
std::optional<std::string> change_jobs(ClusterState& state, JobRelease const& release);
std::optional<std::string> change_jobs(ClusterState& state, JobRequeue const& requeue);
std::optional<std::string> change_jobs(ClusterState& state, JobSuspend const& suspend);
std::optional<std::string> change_jobs(ClusterState& state, JobResume const& resume);
std::optional<std::string> change_jobs(ClusterState& state, JobCancel const& cancel);
std::optional<std::string> change_jobs(ClusterState& state, JobUpdate const& update);

}  // namespace clustersim::slurm
