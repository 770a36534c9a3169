// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/replay/replayed_runs.hpp"

#include "sim/slurm/replay/past_of_replay.hpp"

namespace clustersim {

Past replayed_runs(std::span<JobRecord const> records) {
    Past runs;
    runs.jobs.reserve(records.size());
    for (JobRecord const& record : records) {
        runs.jobs.push_back(record.past_job());
        runs.jobs.back().cpus = static_cast<std::int32_t>(record.total_units());
    }
    return runs;
}

Past replayed_runs(std::span<slurm::ReplayedJob const> jobs, slurm::Site const& site) {
    Past runs;
    for (slurm::ReplayedJob const& job : jobs) {
        if (!job.start) continue;
        PastJob run = past_job(job, site, runs);
        // The page counts processors.
        run.nodes.reset();
        run.gpus.reset();
        runs.jobs.push_back(run);
    }
    return runs;
}

}  // namespace clustersim
