// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/request/job_request.hpp"
#include "sim/slurm/select/resource_request.hpp"
#include "sim/slurm/site/site.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <string>

namespace clustersim::slurm {

/// Makes the numbers of one partition out of what the user asked: tasks, nodes and CPUs as sbatch
/// and slurmctld complete each other, consistency of GPU counts (spec 6.10), memory defaults (spec
/// 6.12). The error is Slurm's text. `user` stands for the user where nodes are kept for one user.
/// Limits of a QOS or association on nodes are for the caller to apply to min_nodes and max_nodes;
/// max_nodes may then, or by the partition's MinNodes, be below min_nodes: such a job never fits.
tl::expected<ResourceRequest, std::string> resolve_resources(Site const& site,
                                                             JobRequest const& job,
                                                             std::int32_t partition,
                                                             std::int32_t user = 0);

}  // namespace clustersim::slurm
