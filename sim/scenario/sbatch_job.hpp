// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/empty_machine.hpp"
#include "sim/scenario/resolved_run.hpp"

#include <vector>

namespace clustersim {

/// What the job holds of its nodes. `site` is the machine's.
std::vector<HeldNodes>
held_nodes(System const& system, slurm::Site const& site, EmptyMachineStart const& start);

/// A job in the words of sbatch (`wanted.sbatch`), with the costs of the nodes that the empty machine gives it. An error if
/// Slurm would never start it. Notes are added to the run's warnings.
Result<ResolvedJob> resolve_sbatch_job(JobSpec const& wanted, ResolvedRun& run);

}  // namespace clustersim
