// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/accounting_state.hpp"

#include "sim/core/ensure.hpp"
#include "sim/slurm/controller/job_counts.hpp"
#include "sim/slurm/priority/usage_reset.hpp"

namespace clustersim::slurm {

AccountingState::AccountingState(Site const& site)
    : limit_plan(std::make_shared<LimitPlan const>(site)),
      counts(*limit_plan),
      usage(site),
      fairshare(site) {
    if (site.settings.priority.usage_reset != UsageReset::none)
        next_reset = next_usage_reset(site.settings.priority.usage_reset, Instant{0}, Seconds{0});
    fairshare.update(usage);
}

void AccountingState::check(Configuration const& config, JobsState const& jobs) const {
    UsageCounts expected(*limit_plan);
    jobs.table.for_each([&](JobSlot, Job const& job) {
        if (job.pending()) {
            count_waiting(expected, config, job, job.tasks());
            expected.add_accrue(groups_of(config, job, 0), job.accruing);
        } else if (job.runs()) {
            expected.add_submit(groups_of(config, job, job.choice));
        }
    });
    for (auto const slot : jobs.running) count_start(expected, config, jobs.at(slot));
    CS_ENSURE(counts.same_jobs(expected), "limits count the pending and running jobs");
}

}  // namespace clustersim::slurm
