// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/scenario/resolved_run.hpp"

#include <string>

namespace clustersim {

/// The problems of a job that may also start in other partitions than the run's: these must exist, have nodes of the
/// same type for the same price, and the job's run time must not depend on the nodes that it gets. A warning for a
/// partition without background load in a run that has one.
Diagnostics refused_partitions(JobSpec const& spec, ResolvedRun const& run);

/// The argument of `sbatch --partition` for a job without such problems.
std::string partition_list(JobSpec const& spec, ResolvedRun const& run);

}  // namespace clustersim
