// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/commands/advise/asked_job.hpp"
#include "sim/commands/advise/slurm_answer.hpp"

#include <optional>
#include <string>

namespace clustersim {

/// Translates a script into a scenario for these partitions of a machine, `system` being its name or path as the user
/// wrote it. The usual jobs of the first partition compete; if its machine file names none, the partition is empty. Errors, at
/// the lines of the script: those of node_request(); no time limit where the site has none by default; a run time above
/// the limit.
Result<AskedJob> asked_job(JobScript const& script,
                           System const& machine,
                           std::string const& system,
                           ScriptPartitions partitions,
                           std::optional<Seconds> runtime);

/// The same of a machine whose Slurm has a file of its own, which starts the job so on the empty machine: what the answer
/// says are the amounts that Slurm gives, and the request is the script's own. Errors: a run time above the limit.
Result<AskedJob> started_job(JobScript const& script,
                             System const& machine,
                             std::string const& system,
                             SlurmOfFile const& slurm,
                             EmptyMachineStart const& start,
                             std::optional<Seconds> runtime);

}  // namespace clustersim
