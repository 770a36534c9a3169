// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/effective_limit.hpp"

#include "sim/slurm/controller/job_qos.hpp"

#include <algorithm>

namespace clustersim::slurm {

Minutes effective_limit(Site const& site, Job const& job, std::int32_t index) {
    auto const& partition = site.partitions[static_cast<std::size_t>(index)];
    auto const most = limit_of(partition.max_minutes).value_or(year);
    if (!job.limit) return most;
    auto const* qos = qos_of(site, job);
    bool const unbound = qos != nullptr && qos->flags.partition_time_limit;
    return unbound ? *job.limit : std::min(*job.limit, most);
}

}  // namespace clustersim::slurm
