// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/replay/replayed_runs.hpp"

namespace clustersim {

std::vector<QueueRun> replayed_runs(std::span<JobRecord const> records) {
    std::vector<QueueRun> runs;
    runs.reserve(records.size());
    for (JobRecord const& record : records)
        runs.push_back({.id = record.id,
                        .submit = record.submit,
                        .start = record.start,
                        .end = record.end,
                        .units = record.total_units()});
    return runs;
}

std::vector<QueueRun> replayed_runs(std::span<slurm::ReplayedJob const> jobs,
                                    slurm::Site const& site) {
    std::vector<QueueRun> runs;
    for (slurm::ReplayedJob const& job : jobs) {
        if (!job.start) continue;
        std::string const partition =
            job.partition ? site.partitions[static_cast<std::size_t>(*job.partition)].name : "";
        runs.push_back({.id = job.number,
                        .submit = job.submit,
                        .start = *job.start,
                        .end = job.end,
                        .units = job.cpus,
                        .user = job.user,
                        .partition = partition});
    }
    return runs;
}

}  // namespace clustersim
