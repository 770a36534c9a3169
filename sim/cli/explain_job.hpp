// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/look_options.hpp"

#include <string>

namespace clustersim {

/// Prints the story of a job of a simulated queue: what happened when, what stood before it, and when
/// smaller requests would have started. `job` is a number of Slurm's or the name of one of the study's
/// jobs.
void explain_job(LookOptions const& options, std::string const& job, CommandContext& context);

}  // namespace clustersim
