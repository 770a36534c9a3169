// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/node_groups.hpp"
#include "sim/core/diagnostic.hpp"
#include "sim/scenario/resolved_run.hpp"

#include <memory>
#include <string_view>

namespace clustersim {

/// Puts the run on these node groups of its machine, the first of which is its partition. Its Slurm
/// and fabric are not set.
void set_place(ResolvedRun& run, NodeGroups const& groups);

/// The problem of a scenario that needs the emulator but names a policy for teaching.
Diagnostics only_slurm(std::string_view what);

/// Whether the job names a partition or QOS of its own.
bool names_own_place(JobSpec const& spec);

/// The run as this job sees it: on the partition and with the QOS that the job names, in the same queue, without jobs,
/// warnings and fabric. Null if there is no such place, with the reason in `problems`: CS0202 for an unknown partition,
/// a scheduler other than `slurm`.
std::shared_ptr<ResolvedRun>
run_elsewhere(JobSpec const& spec, ResolvedRun const& run, Diagnostics& problems);

}  // namespace clustersim
