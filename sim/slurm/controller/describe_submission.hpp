// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace clustersim::slurm {

/// Resolves the names in `spec.request` and makes the checks before a job id is assigned. Returns
/// the time limit, if there is one, or Slurm's message.
tl::expected<std::optional<Minutes>, std::string> describe(ClusterState& state, JobSpec& spec);

/// Continues with the checks whose failure uses up a job id (spec 2.7.11, 2.7.12).
tl::expected<void, std::string>
describe_further(ClusterState& state, JobSpec& spec, std::int32_t id);

}  // namespace clustersim::slurm
