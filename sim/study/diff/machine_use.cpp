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
    std::ranges::stable_sort(changes, {}, &Change::at);
    return changes;
}

}  // namespace

MachineUse& MachineUse::operator+=(MachineUse const& other) {
    capacity += other.capacity;
    busy += other.busy;
    lost += other.lost;
    busy_nodes += other.busy_nodes;
    all_nodes += other.all_nodes;
    return *this;
}

MachineUse& MachineUse::operator-=(MachineUse const& other) {
    capacity -= other.capacity;
    busy -= other.busy;
    lost -= other.lost;
    busy_nodes -= other.busy_nodes;
    all_nodes -= other.all_nodes;
    return *this;
}

MachineUse machine_use(DiffSide const& side, DiffSample const& sample, Instant from, Instant to) {
    MachineUse use;
    auto const span = static_cast<double>((to - from).count);
    use.capacity = static_cast<double>(side.cpus) * span;
    use.all_nodes = static_cast<double>(side.nodes) * span;
    Change now{from, 0, 0, 0};
    auto const pass = [&](Instant until) {
        Instant const begin = std::max(now.at, from);
        Instant const end = std::min(until, to);
        if (begin < end) {
            auto const time = static_cast<double>((end - begin).count);
            std::int64_t const idle = std::max<std::int64_t>(0, side.cpus - now.busy_cpus);
            use.busy += static_cast<double>(now.busy_cpus) * time;
            use.lost += static_cast<double>(std::min(idle, now.waiting_cpus)) * time;
            use.busy_nodes += static_cast<double>(std::min(now.busy_nodes, side.nodes)) * time;
        }
        now.at = std::max(now.at, until);
    };
    for (Change const& change : changes_of(sample)) {
        if (change.at >= to) break;
        pass(change.at);
        now.waiting_cpus += change.waiting_cpus;
        now.busy_cpus += change.busy_cpus;
        now.busy_nodes += change.busy_nodes;
    }
    pass(to);
    return use;
}

}  // namespace clustersim
