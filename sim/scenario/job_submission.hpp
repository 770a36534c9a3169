// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolved_run.hpp"
#include "sim/sched/pool_shape.hpp"

#include <string>

namespace clustersim {

/// The name of a job without control characters, because Slurm prints one line per job.
std::string printable_name(std::string name);

/// A partition's unit of scheduling: a node if jobs get whole nodes or there are no accelerators, otherwise an
/// accelerator.
PoolShape pool_shape(Partition const& partition, NodeType const& type);

/// Adds the request that the scheduler gets. `qos` is its name in Slurm, `predicted` the run time if no limit ends the
/// job. An error if Slurm would never start the job.
Result<void>
add_request(ResolvedJob& job, ResolvedRun const& run, std::string const& qos, Duration predicted);

}  // namespace clustersim
