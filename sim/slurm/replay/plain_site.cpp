// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/replay/plain_site.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim::slurm {

Site plain_site(std::int32_t nodes, std::int32_t cpus) {
    Site site;
    site.settings.select.memory = false;
    NodeRecord record;
    record.cpus = cpus;
    record.cores_per_socket = cpus;
    record.real_memory_mb = std::int64_t{1024} * cpus;
    site.records.push_back(record);
    Partition& partition = site.partitions.emplace_back();
    partition.name = "batch";
    partition.is_default = true;
    for (std::int32_t i = 0; i < nodes; ++i) {
        site.nodes.push_back({fmt::format("n{}", i + 1), 0, NodeAdminState::up, {}});
        partition.nodes.push_back(i);
    }
    return site;
}

ImportedJobs jobs_of(std::span<clustersim::Job const> trace) {
    ImportedJobs out;
    for (clustersim::Job const& job : trace) {
        JobRequest& request = out.jobs.emplace_back().request;
        request.number = job.id;
        request.submit = job.submit;
        request.user = "trace";
        request.ntasks = static_cast<std::int32_t>(job.total_units());
        request.mem_per_cpu_mb = 1;
        request.time_minutes = std::max<std::int64_t>(1, (job.requested.count + 59) / 60);
        request.run_times = {job.run};
    }
    std::ranges::stable_sort(
        out.jobs, {}, [](ImportedJob const& job) { return job.request.submit; });
    return out;
}

}  // namespace clustersim::slurm
