// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/replay/replayed_runs.hpp"

namespace clustersim {

Past replayed_runs(std::span<JobRecord const> records) {
    Past runs;
    runs.jobs.reserve(records.size());
    for (JobRecord const& record : records) {
        PastJob& run = runs.jobs.emplace_back();
        run.id = record.id;
        run.submit = record.submit;
        run.start = record.start;
        run.end = record.end;
        run.cpus = static_cast<std::int32_t>(record.total_units());
    }
    return runs;
}

Past replayed_runs(std::span<slurm::ReplayedJob const> jobs, slurm::Site const& site) {
    Past runs;
    for (slurm::ReplayedJob const& job : jobs) {
        if (!job.start) continue;
        PastJob& run = runs.jobs.emplace_back();
        run.id = job.number;
        run.submit = job.submit;
        run.start = *job.start;
        run.end = job.end.value_or(Instant::never());
        run.cpus = job.cpus;
        run.user = runs.users.number(job.user);
        run.queue = runs.queues.number(
            job.partition ? site.partitions[static_cast<std::size_t>(*job.partition)].name : "");
    }
    return runs;
}

}  // namespace clustersim
