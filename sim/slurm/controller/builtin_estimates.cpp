// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/builtin_estimates.hpp"

#include "sim/slurm/controller/effective_limit.hpp"
#include "sim/slurm/controller/will_run.hpp"

#include <algorithm>

namespace clustersim::slurm {

void estimate_in_order(ClusterState& state) {
    NodeSet taken(state.config.site->nodes.size());
    auto mark = state.clock.now();
    std::int64_t tested = 0;
    for (auto const& record : state.jobs.queue.records()) {
        auto& job = state.jobs.at(record.slot);
        if (job.queued != record.generation) continue;
        if (tested++ >= state.settings().scheduler.backfill.max_job_test) break;
        auto const& choice = job.spec->choices[static_cast<std::size_t>(record.choice)];
        auto candidates = choice.nodes.front();
        candidates &= state.nodes.available;
        WillRunQuery query;
        query.choice = &choice;
        query.request = &choice.request;
        query.candidates = &candidates;
        auto found = will_run(state, query);
        if (!found) continue;
        settle(state.selection.scratch, found->on);
        auto const& nodes = found->on.nodes;
        auto start = found->start;
        if (nodes.intersects(taken) && start <= mark) start = mark;
        job.expected_start = start;
        job.estimated_cpus = found->on.cpus;
        job.planned_nodes = nodes;
        mark = start + effective_limit(*state.config.site, job, choice.partition);
        taken |= nodes;
    }
}

}  // namespace clustersim::slurm
