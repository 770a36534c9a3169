// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/look/look_options.hpp"

#include <string>

namespace clustersim {

/// Explains a job of a simulated queue: its events, what was ahead of it in the queue, and when smaller requests would
/// have started. `job` is a Slurm job ID or the name of one of the study's jobs.
void explain_job(LookQuestion const& options, std::string const& job, CommandContext& context);

}  // namespace clustersim
