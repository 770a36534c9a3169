// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/priority/priority_factors.hpp"
#include "sim/slurm/request/job_reason.hpp"

#include <cstdint>
#include <vector>

namespace clustersim {

/// The priority of a pending job at a moment.
struct PriorityPoint {
    Instant at;
    std::uint32_t priority = 0;        ///< 0: held
    slurm::WeightedFactors factors{};  ///< all 0 without multifactor priority
};

/// A reason for which a job is pending, from a moment on.
struct ReasonPoint {
    Instant at;
    slurm::Reason reason = slurm::Reason::none;
};

/// What a job of a study waited for under Slurm, from its submission to its first start.
struct WaitCourse {
    std::vector<PriorityPoint> priorities;  ///< by time, at most WaitLog::most_points
    std::vector<ReasonPoint> reasons;       ///< by time, every change
};

}  // namespace clustersim
