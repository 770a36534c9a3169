// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/tres.hpp"

#include <cstdint>
#include <optional>

namespace clustersim::slurm {

/// Limits on what all jobs of a QOS, or of an association and its descendants, use together.
struct GroupLimits {
    TresLimits tres;           ///< GrpTRES: at one time
    TresLimits tres_mins;      ///< GrpTRESMins: TRES-minutes used, decayed
    TresLimits tres_run_mins;  ///< GrpTRESRunMins: TRES-minutes that running jobs may still use
    std::optional<std::int64_t> jobs;
    std::optional<std::int64_t> submit_jobs;
    std::optional<std::int64_t> wall_minutes;
    std::optional<std::int64_t> jobs_accrue;

    friend bool operator==(GroupLimits const&, GroupLimits const&) = default;
};

/// Limits on each single job.
struct JobLimits {
    TresLimits tres;           ///< MaxTRES (per job)
    TresLimits tres_per_node;  ///< MaxTRESPerNode
    TresLimits tres_mins;      ///< MaxTRESMins (per job)
    std::optional<std::int64_t> wall_minutes;

    friend bool operator==(JobLimits const&, JobLimits const&) = default;
};

}  // namespace clustersim::slurm
