// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/request/job_request.hpp"
#include "sim/slurm/select/resource_request.hpp"
#include "sim/slurm/site/site.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <string>

namespace clustersim::slurm {

/// Resolves a user's request to the numbers for one partition: tasks, nodes and CPUs completed as
/// sbatch and slurmctld do, consistency of GPU counts (spec 6.10), memory defaults (spec 6.12). The
/// error is Slurm's text. `user` identifies the user if nodes are kept for one user. The caller
/// applies node limits of a QOS or association to min_nodes and max_nodes; after that, or by the
/// partition's MinNodes, max_nodes may be below min_nodes: such a job never fits.
tl::expected<ResourceRequest, std::string> resolve_resources(Site const& site,
                                                             JobRequest const& job,
                                                             std::int32_t partition,
                                                             std::int32_t user = 0);

}  // namespace clustersim::slurm
