// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/configuration.hpp"
#include "sim/slurm/controller/job_spec.hpp"

namespace clustersim::slurm {

/// True if such a job can ever be stopped for another one while it runs: because jobs of some
/// partition or QOS preempt it (spec 7.2), or because of gang scheduling.
bool may_ever_be_stopped(Configuration const& config, JobSpec const& job);

}  // namespace clustersim::slurm
