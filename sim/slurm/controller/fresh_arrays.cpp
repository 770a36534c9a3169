// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/fresh_arrays.hpp"

#include "sim/slurm/controller/accrual.hpp"
#include "sim/slurm/request/job_reason.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace clustersim::slurm {

namespace {

void become_eligible(ClusterState& state, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    if (job.pending() && job.in_queue && !job.eligible) {
        job.eligible = state.clock.now();
        begin_accruing(state, slot);
    }
}

/// True if `other` prevents `job` from being the first in its partition, or on some of its nodes.
bool goes_before(ClusterState const& state, Job const& other, Job const& job) {
    bool const reserved = !job.spec->reservations.empty();
    if (reserved != !other.spec->reservations.empty()) return !reserved;
    auto const mine = job.spec->choices.front().partition;
    auto const theirs = other.spec->choices.front().partition;
    if (mine == theirs) return other.priority > job.priority;
    if (!state.nodes_of(mine).intersects(state.nodes_of(theirs))) return false;
    return std::pair(state.partition(theirs).priority_tier, other.priority) >
           std::pair(state.partition(mine).priority_tier, job.priority);
}

}  // namespace

void add_fresh_array(ClusterState& state, JobSlot array) {
    auto& job = state.jobs.at(array);
    if (job.in_queue) {
        job.eligible.reset();
        lose_age(state.accounting, state.config, job);
        state.jobs.fresh_arrays.push_back(array);
    }
}

void pass_fresh_arrays(ClusterState& state, JobSlot submitted) {
    auto const& job = state.jobs.at(submitted);
    if (state.jobs.fresh_arrays.empty() || !job.in_queue || state.settings().scheduler.defer)
        return;
    auto first = std::numeric_limits<decltype(job.sequence)>::max();
    for (auto const& record : state.jobs.queue.records()) {
        auto const& other = state.jobs.at(record.slot);
        if (record.slot != submitted && other.queued == record.generation && other.pending() &&
            !is_accounting(other.reason) && goes_before(state, other, job))
            first = std::min(first, other.sequence);
    }
    std::erase_if(state.jobs.fresh_arrays, [&](JobSlot slot) {
        bool const passed = state.jobs.at(slot).sequence <= first;
        if (passed) become_eligible(state, slot);
        return passed;
    });
}

void see_fresh_arrays(ClusterState& state) {
    for (auto const slot : std::exchange(state.jobs.fresh_arrays, {})) become_eligible(state, slot);
}

}  // namespace clustersim::slurm
