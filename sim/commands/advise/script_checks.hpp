// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/advise/asked_job.hpp"

namespace clustersim {

/// Notes on what the script asks: options that are not simulated, steps that srun would refuse, nodes of which only a
/// part is used but all is billed. None of them prevents an answer.
Diagnostics script_notes(JobScript const& script, AskedJob const& asked);

}  // namespace clustersim
