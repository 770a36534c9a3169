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

/// Past usage and current counts by user, account and QOS: the input of limits, fair share and
/// priorities.
struct AccountingState {
    explicit AccountingState(Site const& site);

    std::shared_ptr<LimitPlan const> limit_plan;
    UsageCounts counts;      ///< the counts that limits are compared with
    AssociationUsage usage;  ///< the input of fair share
    Fairshare fairshare;
    BasicPriority basic;
    std::map<std::string, std::int32_t, std::less<>> users;  ///< user numbers by name, in order of
                                                             ///< first use
    Instant last_usage;                     ///< when usage was last charged to all running jobs
    Instant next_reset = Instant::never();  ///< of usage, by PriorityUsageResetPeriod

    [[nodiscard]] LimitState limits() const { return {*limit_plan, counts, usage}; }

    /// Checks that the counts are those of the pending and running jobs.
    void check(Configuration const& config, JobsState const& jobs) const;
};

}  // namespace clustersim::slurm
