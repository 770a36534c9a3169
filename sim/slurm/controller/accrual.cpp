// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/accrual.hpp"

#include "sim/slurm/controller/eligibility.hpp"
#include "sim/slurm/controller/job_counts.hpp"

#include <algorithm>
#include <utility>

namespace clustersim::slurm {

namespace {

void count_age(AccountingState& accounting, Configuration const& config, Job& job, Instant since) {
    job.accrue = since;
    job.accruing = job.tasks();
    accounting.counts.add_accrue(groups_of(config, job, 0), job.accruing);
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

}  // namespace

void begin_accruing(ClusterState& state, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    auto const& priority = state.settings().priority;
    if (job.accrue || priority.type != PriorityType::multifactor) return;
    auto const groups = groups_of(state.config, job, 0);
    if (priority.accrue_always || !state.accounting.limit_plan->enforced() ||
        !state.accounting.limit_plan->stages(groups).accrue)
        job.accrue = priority.accrue_always ? job.submit : *job.eligible;
    else if (!accrue_slots(state.accounting.limits(), groups))
        count_age(state.accounting, state.config, job, *job.eligible);
    else
        state.jobs.without_age.push_back(slot);
}

void stop_accruing(AccountingState& accounting, Configuration const& config, Job& job) {
    if (job.accruing > 0) {
        accounting.counts.add_accrue(groups_of(config, job, 0), -job.accruing);
        job.accruing = 0;
    }
}

void lose_age(AccountingState& accounting, Configuration const& config, Job& job) {
    stop_accruing(accounting, config, job);
    job.accrue.reset();
}

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

}  // namespace clustersim::slurm
