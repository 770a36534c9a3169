// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/jobs_state.hpp"

namespace clustersim::slurm {

enum class DependencyState { fulfilled, open, never };

/// The current state of a job's dependencies (spec 1.10).
DependencyState test_dependencies(JobsState const& jobs, Job const& job, Instant now);

}  // namespace clustersim::slurm
