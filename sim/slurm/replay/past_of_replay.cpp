// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/replay/past_of_replay.hpp"

namespace clustersim::slurm {

PastJob past_job(ReplayedJob const& job, Site const& site, Past& past) {
    PastJob out;
    out.id = job.number;
    out.task = job.task.value_or(-1);
    out.submit = job.submit;
    out.start = job.start.value_or(Instant::never());
    out.end = job.end.value_or(Instant::never());
    out.nodes = static_cast<std::int32_t>(job.nodes.size());
    out.cpus = job.cpus;
    out.gpus = job.gpus;
    out.user = past.users.number(job.user);
    out.queue = past.queues.number(
        job.partition ? site.partitions[static_cast<std::size_t>(*job.partition)].name : "");
    out.by_backfill = job.started_by == StartedBy::backfill;
    return out;
}

}  // namespace clustersim::slurm
