// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/study/advise/job_script.hpp"

#include <optional>
#include <string>

namespace clustersim {

/// Why Slurm refuses the job of the script, or never starts it, on the empty machine, in Slurm's words. Nothing if it
/// starts, and of a machine whose Slurm is not described by a file of its own: such a machine file does not know all that its
/// sbatch accepts. The job is that of the study's user, without the jobs that it depends on, a hold and a begin.
std::optional<std::string> slurm_answer(JobScript const& script, System const& machine);

}  // namespace clustersim
