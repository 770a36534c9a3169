// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/waits/wait_cases.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace clustersim {

/// Bounds of a wait from waits of the past, each with 95 % confidence: at most 5 % of waits are below `low`, and at most
/// 5 % above `high` (quantile_bound.hpp). log10 of the wait + 1 s.
struct BoundedWait {
    double low = 0.0, median = 0.0, high = 0.0;
    std::vector<double> waits;  ///< that they rest on, ascending
    bool of_class = true;       ///< false: too few of the same class had ended, so all count
};

/// Bounds for a job that has waited until `log_waited` (0 for a new one), from the last 400 waits of the same queue, size
/// class and class of walltime that ended before `now`, or else from all; of these, those that lasted longer than the job
/// has waited. Nothing if fewer than 59 remain.
std::optional<BoundedWait>
bounded_wait(WaitCases const& cases, WaitCase const& asked, double log_waited, Instant now);

}  // namespace clustersim
