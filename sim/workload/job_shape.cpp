// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/job_shape.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>

namespace clustersim {

JobShape shape_job(std::int64_t size, SizeUnit unit, Seconds run, PartitionShape const& partition) {
    CS_ENSURE(size >= 1 && run.count >= 1, "a job has a size and a run time");
    std::int64_t const per_node = partition.units_per_node;
    std::int64_t const nodes = unit == SizeUnit::node ? size : (size + per_node - 1) / per_node;
    JobShape job;
    job.nodes = static_cast<std::int32_t>(std::min<std::int64_t>(nodes, partition.max_job_nodes));
    job.size_cut = nodes > partition.max_job_nodes;
    bool const shares = unit == SizeUnit::gpu && nodes == 1 && !partition.whole_nodes;
    job.units = shares ? static_cast<std::int32_t>(size) : partition.units_per_node;
    job.run = std::min(run, partition.max_walltime);
    job.run_cut = run > partition.max_walltime;
    return job;
}

}  // namespace clustersim
