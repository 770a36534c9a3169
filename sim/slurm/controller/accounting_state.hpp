// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/configuration.hpp"
#include "sim/slurm/controller/jobs_state.hpp"
#include "sim/slurm/limits/limit_check.hpp"
#include "sim/slurm/limits/limit_plan.hpp"
#include "sim/slurm/limits/usage_counts.hpp"
#include "sim/slurm/priority/basic.hpp"
#include "sim/slurm/priority/fairshare.hpp"
#include "sim/slurm/priority/usage.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace clustersim::slurm {

/// Who has used how much, and who may use how much more: what limits, fair share and priorities are
/// computed from.
struct AccountingState {
    explicit AccountingState(Site const& site);

    std::shared_ptr<LimitPlan const> limit_plan;
    UsageCounts counts;      ///< what limits are held against
    AssociationUsage usage;  ///< what fairshare comes from
    Fairshare fairshare;
    BasicPriority basic;
    std::map<std::string, std::int32_t, std::less<>> users;  ///< numbers of names, as they come
    Instant last_usage;                     ///< when usage was last charged to all running jobs
    Instant next_reset = Instant::never();  ///< of usage, by PriorityUsageResetPeriod

    [[nodiscard]] LimitState limits() const { return {*limit_plan, counts, usage}; }

    /// That the counts are those of the jobs that wait and run.
    void check(Configuration const& config, JobsState const& jobs) const;
};

}  // namespace clustersim::slurm
