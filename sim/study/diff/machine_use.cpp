// SPDX-License-Identifier: Apache-2.0
#include "sim/study/diff/machine_use.hpp"

#include <algorithm>
#include <vector>

namespace clustersim {
namespace {

/// A change of the queue or of the running jobs.
struct Change {
    Instant at;
    std::int64_t waiting_cpus = 0;
    std::int64_t busy_cpus = 0;
    std::int64_t busy_nodes = 0;
};

std::vector<Change> changes_of(DiffSample const& sample) {
    std::vector<Change> changes;
    for (DiffJob const& job : sample.jobs) {
        if (!job.start) continue;
        changes.push_back({job.submit, job.cpus, 0, 0});
        changes.push_back({*job.start, -job.cpus, job.cpus, job.nodes});
        if (job.end) changes.push_back({*job.end, 0, -job.cpus, -job.nodes});
    }
    // Runs before a requeue held their nodes, too; meanwhile those jobs did not wait.
    for (slurm::LostRun const& run : sample.failures.runs) {
        if (!run.requeued) continue;  // its job ended with it
        changes.push_back({run.start, -run.cpus, run.cpus, run.nodes});
        changes.push_back({run.end, run.cpus, -run.cpus, -run.nodes});
    }
    std::ranges::stable_sort(changes, {}, &Change::at);
    return changes;
}

}  // namespace

std::vector<MachineUse>
machine_use(DiffSide const& side, DiffSample const& sample, std::span<Instant const> edges) {
    std::vector<MachineUse> uses;
    std::vector<Change> const changes = changes_of(sample);
    auto next = changes.begin();
    Change now;
    for (std::size_t e = 0; e + 1 < edges.size(); ++e) {
        MachineUse& use = uses.emplace_back();
        auto const span = static_cast<double>((edges[e + 1] - edges[e]).count);
        use.capacity = static_cast<double>(side.cpus) * span;
        use.all_nodes = static_cast<double>(side.nodes) * span;
        Instant at = edges[e];
        auto const pass = [&](Instant until) {
            if (until <= at) return;
            auto const time = static_cast<double>((until - at).count);
            std::int64_t const idle = std::max<std::int64_t>(0, side.cpus - now.busy_cpus);
            use.busy += static_cast<double>(now.busy_cpus) * time;
            // A requeued job that never starts again does not count as waiting, but its first run ended a wait.
            std::int64_t const waiting = std::max<std::int64_t>(0, now.waiting_cpus);
            use.lost += static_cast<double>(std::min(idle, waiting)) * time;
            use.busy_nodes += static_cast<double>(std::min(now.busy_nodes, side.nodes)) * time;
            at = until;
        };
        for (; next != changes.end() && next->at < edges[e + 1]; ++next) {
            pass(next->at);
            now.waiting_cpus += next->waiting_cpus;
            now.busy_cpus += next->busy_cpus;
            now.busy_nodes += next->busy_nodes;
        }
        pass(edges[e + 1]);
    }
    return uses;
}

}  // namespace clustersim
