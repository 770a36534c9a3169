// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/input_cache.hpp"
#include "sim/scenario/resolved_document.hpp"
#include "sim/scenario/resolved_run.hpp"

#include <vector>

namespace clustersim {

/// Replaces `mix: typical` of a run whose partition is settled by the mix of the machine file, and
/// adds its backlog or load unless the scenario has one of its own, in the run's document, too. If
/// the machine file has neither, the backlog is the range of comparable machines
/// (sim/workload/recorded_backlogs.hpp); the same applies to any mix with `evidence`, which narrows
/// the range later. Errors: CS0104 if the machine file names none for this partition, those of an
/// unknown mix.
void settle_background(ResolvedRun& run, InputCache& inputs, Diagnostics& problems);

/// Adds the load that the machine file names for the partitions of single jobs, unless the scenario says more about
/// them or the machine is empty. A partition without one is a warning.
void settle_own_partitions(ResolvedRun& run, InputCache& inputs, Diagnostics& problems);

/// The values that settle_background() took from the machine file, each with its place there, source and confidence.
std::vector<LeafValue> settled_background(ResolvedRun const& run);

}  // namespace clustersim
