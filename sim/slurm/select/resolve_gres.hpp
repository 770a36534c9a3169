// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/request/job_request.hpp"
#include "sim/slurm/select/resource_request.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <optional>

namespace clustersim::slurm {

/// Counts of one submission during completion; empty: neither given nor implied.
struct TaskCounts {
    std::optional<std::int32_t> min_nodes, max_nodes, ntasks, ntasks_per_node, ntasks_per_socket,
        ntasks_per_gpu, cpus_per_task, sockets_per_node;
    std::int32_t cpus_per_gpu = 0;
    std::int32_t nodes_with_devices =
        max_nodes_unlimited;  ///< a node has at most this many of the job's tasks
};

/// Merges the GRES of a job by name and type, and completes task counts from GPU counts and GPU
/// counts from task counts (spec 6.10.1 to 6.10.6). Returns false if they contradict each other.
bool resolve_gres(Site const& site,
                  JobRequest const& job,
                  TaskCounts& counts,
                  std::vector<GresNeed>& needs);

}  // namespace clustersim::slurm
