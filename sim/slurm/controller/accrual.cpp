// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/accrual.hpp"

#include "sim/slurm/controller/job_counts.hpp"

namespace clustersim::slurm {

void count_age(AccountingState& accounting, Configuration const& config, Job& job, Instant since) {
    job.accrue = since;
    job.accruing = job.tasks();
    accounting.counts.add_accrue(groups_of(config, job, 0), job.accruing);
}

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

}  // namespace clustersim::slurm
