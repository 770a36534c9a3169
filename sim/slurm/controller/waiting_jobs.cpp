// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/waiting_jobs.hpp"

#include "sim/slurm/controller/accrual.hpp"
#include "sim/slurm/controller/eligibility.hpp"
#include "sim/slurm/controller/fresh_arrays.hpp"
#include "sim/slurm/controller/job_counts.hpp"

#include <algorithm>
#include <utility>

namespace clustersim::slurm {

namespace {

/// Number of pending tasks of an array that have records of their own if each depends on the task
/// of the same number (spec 3.3.6).
constexpr std::int32_t tasks_split_ahead = 10;

bool corresponds(Job const& job) {
    auto const& all = job.spec->dependencies.all;
    return std::any_of(all.begin(), all.end(), [](Dependency const& one) {
        return one.type == DependencyType::aftercorr;
    });
}

void split_corresponding_tasks(ClusterState& state) {
    auto const waiting = state.jobs.queue.waiting();
    for (auto const slot : waiting) {
        auto& meta = state.jobs.at(slot);
        if (!meta.pending() || !meta.is_meta() || !corresponds(meta)) continue;
        auto const& array = *state.jobs.table.array(meta.array_id);
        auto split =
            array.unfinished - array.running - static_cast<std::int32_t>(meta.pending_tasks.size());
        for (; split < tasks_split_ahead && meta.is_meta(); ++split) {
            auto const task = state.jobs.split_task(slot);
            if (task != slot) state.jobs.queue.waiting().push_back(task);
        }
    }
}

/// Splits `places` tasks off an array; their own records gain age from now on.
void split_ageing_tasks(ClusterState& state, JobSlot meta, std::int64_t places) {
    for (; places > 0; --places) {
        auto const task = state.jobs.split_task(meta);
        count_age(state.accounting, state.config, state.jobs.at(task), state.clock.now());
        add_pending(state, task);
    }
    state.jobs.without_age.push_back(meta);
}

bool waits_for_age(Job const& job) {
    return job.pending() && job.in_queue && !job.accrue;
}

/// Gives free places to jobs that wait for one, in the order of the job list; as many tasks of an
/// array are split off as there are places.
void grant_accrual(ClusterState& state) {
    if (state.jobs.without_age.empty()) return;
    auto slots = std::exchange(state.jobs.without_age, {});
    std::sort(slots.begin(), slots.end(), [&](JobSlot a, JobSlot b) {
        auto const first = state.jobs.at(a).sequence;
        auto const second = state.jobs.at(b).sequence;
        return first != second ? first < second : a < b;
    });
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
    for (auto const slot : slots) {
        auto& job = state.jobs.at(slot);
        if (!waits_for_age(job)) continue;
        auto const tasks = std::int64_t{job.tasks()};
        auto const places = accrue_slots(state.accounting.limits(), groups_of(state.config, job, 0))
                                .value_or(tasks);
        if (places >= tasks) {
            count_age(state.accounting, state.config, job, state.clock.now());
            continue;
        }
        if (places > 0)
            split_ageing_tasks(state, slot, places);
        else
            state.jobs.without_age.push_back(slot);
    }
}

}  // namespace

void refresh_waiting(ClusterState& state) {
    see_fresh_arrays(state);
    auto& waiting = state.jobs.queue.waiting();
    if (!waiting.empty()) {
        split_corresponding_tasks(state);
        // As in Slurm, cancelling a job can release other jobs of the list only at the next pass.
        auto const before = waiting;
        waiting.clear();
        for (auto const slot : before) {
            auto const& job = state.jobs.at(slot);
            if (job.pending() && !job.in_queue) add_pending(state, slot);
        }
    }
    grant_accrual(state);
    state.jobs.queue.sweep(state.jobs.table);
}

}  // namespace clustersim::slurm
