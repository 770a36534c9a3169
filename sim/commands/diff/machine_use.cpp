// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/diff/machine_use.hpp"

#include <algorithm>
#include <vector>

namespace clustersim {
namespace {

/// A change of the queue or of the running jobs.
struct Change {
    Instant at;
    std::size_t pool = 0;
    std::int64_t waiting_cpus = 0;
    std::int64_t busy_cpus = 0;
    std::int64_t busy_nodes = 0;
};

/// The CPUs of one pool at a moment.
struct PoolUse {
    std::int64_t cpus = 0;  ///< of all its nodes
    std::int64_t waiting = 0;
    std::int64_t busy = 0;

    [[nodiscard]] std::int64_t lost() const {
        // A requeued job that never starts again does not count as waiting, but its first run ended a wait.
        return std::min(std::max<std::int64_t>(0, cpus - busy), std::max<std::int64_t>(0, waiting));
    }
};

std::vector<PoolUse> empty_pools(DiffSide const& side) {
    std::vector<PoolUse> pools;
    for (std::int64_t const cpus : side.pool_cpus) pools.push_back({.cpus = cpus});
    if (pools.empty()) pools.push_back({.cpus = side.cpus});
    return pools;
}

std::vector<Change> changes_of(DiffSide const& side, DiffSample const& sample) {
    std::vector<Change> changes;
    for (std::size_t j = 0; j < sample.past.jobs.size(); ++j) {
        PastJob const& job = sample.past.jobs[j];
        if (!job.started()) continue;
        std::size_t const pool = sample.pools[j];
        std::int32_t const nodes = job.nodes.value_or(0);
        changes.push_back({job.submit, pool, job.cpus, 0, 0});
        changes.push_back({job.start, pool, -job.cpus, job.cpus, nodes});
        if (job.ended()) changes.push_back({job.end, pool, 0, -job.cpus, -nodes});
    }
    // Runs before a requeue held their nodes, too; meanwhile those jobs did not wait.
    for (slurm::LostRun const& run : sample.failures.runs) {
        if (!run.requeued) continue;  // its job ended with it
        std::size_t const pool = side.pools ? side.pools->of_node(run.first_node) : 0;
        changes.push_back({run.start, pool, -run.cpus, run.cpus, run.nodes});
        changes.push_back({run.end, pool, run.cpus, -run.cpus, -run.nodes});
    }
    std::ranges::stable_sort(changes, {}, &Change::at);
    return changes;
}

}  // namespace

std::vector<MachineUse>
machine_use(DiffSide const& side, DiffSample const& sample, std::span<Instant const> edges) {
    std::vector<MachineUse> uses;
    std::vector<Change> const changes = changes_of(side, sample);
    auto next = changes.begin();
    std::vector<PoolUse> pools = empty_pools(side);
    std::int64_t busy_nodes = 0;
    for (std::size_t e = 0; e + 1 < edges.size(); ++e) {
        MachineUse& use = uses.emplace_back();
        auto const span = static_cast<double>((edges[e + 1] - edges[e]).count);
        use.capacity = static_cast<double>(side.cpus) * span;
        use.all_nodes = static_cast<double>(side.nodes) * span;
        Instant at = edges[e];
        auto const pass = [&](Instant until) {
            if (until <= at) return;
            auto const time = static_cast<double>((until - at).count);
            for (PoolUse const& pool : pools) {
                use.busy += static_cast<double>(pool.busy) * time;
                use.lost += static_cast<double>(pool.lost()) * time;
            }
            use.busy_nodes += static_cast<double>(std::min(busy_nodes, side.nodes)) * time;
            at = until;
        };
        for (; next != changes.end() && next->at < edges[e + 1]; ++next) {
            pass(next->at);
            PoolUse& pool = pools[next->pool < pools.size() ? next->pool : 0];
            pool.waiting += next->waiting_cpus;
            pool.busy += next->busy_cpus;
            busy_nodes += next->busy_nodes;
        }
        pass(edges[e + 1]);
    }
    return uses;
}

}  // namespace clustersim
