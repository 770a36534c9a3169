// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/request/job_request.hpp"
#include "sim/slurm/select/resource_request.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <optional>

namespace clustersim::slurm {

/// Counts of one submission while they are being completed; empty: not given and not implied.
struct TaskCounts {
    std::optional<std::int32_t> min_nodes, max_nodes, ntasks, ntasks_per_node, ntasks_per_socket,
        ntasks_per_gpu, cpus_per_task, sockets_per_node;
    std::int32_t cpus_per_gpu = 0;
    std::int32_t nodes_with_devices =
        max_nodes_unlimited;  ///< so many at most have one of the job's
};

/// Merges the GRES of a job by name and type, and lets GPU counts complete the task counts and the
/// other way round (spec 6.10.1 to 6.10.6). False if they contradict each other.
bool resolve_gres(Site const& site,
                  JobRequest const& job,
                  TaskCounts& counts,
                  std::vector<GresNeed>& needs);

}  // namespace clustersim::slurm
