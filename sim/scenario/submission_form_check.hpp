// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/scenario/resolved_run.hpp"

namespace clustersim {

/// The ways of submitting a job that the run's scheduler does not support: Slurm's options under a
/// policy for teaching, indices above the machine's MaxArraySize.
Diagnostics refused_submission(JobSpec const& spec, ResolvedRun const& run);

}  // namespace clustersim
