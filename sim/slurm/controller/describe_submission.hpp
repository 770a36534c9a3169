// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace clustersim::slurm {

/// Looks up what `spec.request` names, with the checks before a job id is given. Returns the time limit,
/// if there is one, or Slurm's message.
tl::expected<std::optional<Minutes>, std::string> describe(ClusterState& state, JobSpec& spec);

/// The same with the checks that cost the job id when they fail (spec 2.7.11, 2.7.12).
tl::expected<void, std::string>
describe_further(ClusterState& state, JobSpec& spec, std::int32_t id);

}  // namespace clustersim::slurm
