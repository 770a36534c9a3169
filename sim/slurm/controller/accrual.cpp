// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/accrual.hpp"

#include "sim/slurm/controller/eligibility.hpp"
#include "sim/slurm/controller/job_claims.hpp"
#include "sim/slurm/controller/lifecycle.hpp"

#include <algorithm>
#include <utility>

namespace clustersim::slurm {

namespace {

std::int32_t tasks_of(Job const& job) {
    return std::max(1, static_cast<std::int32_t>(job.pending_tasks.size()));
}

void count_age(ClusterState& state, Job& job, std::int64_t since) {
    job.accrue = since;
    job.accruing = tasks_of(job);
    state.counts.add_accrue(groups_of(state, job, 0), job.accruing);
}

/// Gives `places` tasks of an array records of their own, which gain age from now on.
void split_ageing_tasks(ClusterState& state, JobSlot meta, std::int64_t places) {
    for (; places > 0; --places) {
        auto const task = split_for_start(state, meta);
        count_age(state, state.jobs.at(task), state.now);
        add_pending(state, task);
    }
    state.without_age.push_back(meta);
}

bool waits_for_age(ClusterState const& state, JobSlot slot) {
    auto const& job = state.jobs.at(slot);
    return job.pending() && job.in_queue && !job.accrue;
}

}  // namespace

void begin_accruing(ClusterState& state, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    auto const& priority = state.settings().priority;
    if (job.accrue || priority.type != PriorityType::multifactor) {
        return;
    }
    auto const groups = groups_of(state, job, 0);
    if (priority.accrue_always || !state.limit_plan->enforced() ||
        !state.limit_plan->stages(groups).accrue) {
        job.accrue = priority.accrue_always ? job.submit : *job.eligible;
    } else if (!accrue_slots(state.limits(), groups)) {
        count_age(state, job, *job.eligible);
    } else {
        state.without_age.push_back(slot);
    }
}

void stop_accruing(ClusterState& state, Job& job) {
    if (job.accruing > 0) {
        state.counts.add_accrue(groups_of(state, job, 0), -job.accruing);
        job.accruing = 0;
    }
}

void lose_age(ClusterState& state, Job& job) {
    stop_accruing(state, job);
    job.accrue.reset();
}

void grant_accrual(ClusterState& state) {
    if (state.without_age.empty()) {
        return;
    }
    auto slots = std::exchange(state.without_age, {});
    std::sort(slots.begin(), slots.end(), [&](JobSlot a, JobSlot b) {
        auto const first = state.jobs.at(a).sequence;
        auto const second = state.jobs.at(b).sequence;
        return first != second ? first < second : a < b;
    });
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
    for (auto const slot : slots) {
        if (!waits_for_age(state, slot)) {
            continue;
        }
        auto& job = state.jobs.at(slot);
        auto const tasks = std::int64_t{tasks_of(job)};
        auto const places = accrue_slots(state.limits(), groups_of(state, job, 0)).value_or(tasks);
        if (places >= tasks) {
            count_age(state, job, state.now);
            continue;
        }
        if (places > 0) {
            split_ageing_tasks(state, slot, places);
        } else {
            state.without_age.push_back(slot);
        }
    }
}

}  // namespace clustersim::slurm
