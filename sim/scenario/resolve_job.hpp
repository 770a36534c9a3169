// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/job_model.hpp"
#include "sim/scenario/resolve.hpp"
#include "sim/sched/pool_shape.hpp"

#include <optional>

namespace clustersim {

/// A partition's unit of scheduling: a node if jobs get whole nodes or there are no accelerators, otherwise an
/// accelerator.
PoolShape pool_shape(Partition const& partition, NodeType const& type);

/// Everything about one job that does not depend on the queue: whether the partition can run it and the site admits it,
/// its predicted run time, walltime, cost and energy. Notes are added to the run's warnings.
Result<ResolvedJob> resolve_job(JobSpec const& wanted, JobModel const& model, ResolvedRun& run);

}  // namespace clustersim
