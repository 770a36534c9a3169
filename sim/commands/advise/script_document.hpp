// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/advise/asked_job.hpp"

#include <string>

namespace clustersim {

/// The scenario of a job, without the jobs that Slurm reads itself, whose places are the lines of the script. `system` is the machine's name or path as the user wrote it.
ConfigNode
script_document(JobScript const& script, AskedJob const& asked, std::string const& system);

/// Adds a second job to the scenario, like the first, which starts after its end.
void add_follower(AskedJob& asked, ConfigNode const& place);

}  // namespace clustersim
