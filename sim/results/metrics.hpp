// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/results/job_record.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace clustersim {

/// Metrics of a schedule of n jobs. Bounded slowdown after D. Feitelson et al., Theory and practice
/// in parallel job scheduling, JSSPP 1997.
struct Metrics {
    std::size_t jobs = 0;              ///< n
    double mean_wait_s = 0.0;          ///< sum of (start - submit) / n
    Seconds median_wait;               ///< nearest rank: sorted_waits[ceil(0.5 n) - 1]
    Seconds p95_wait;                  ///< nearest rank: sorted_waits[ceil(0.95 n) - 1]
    Seconds max_wait;                  ///< sorted_waits[n - 1]
    double mean_bounded_slowdown = 0;  ///< mean of max(1, (wait + run) / max(run, 10 s))
    Seconds makespan;                  ///< last end - first submit
    double utilization = 0.0;          ///< sum of (units held * run) / (units in all * makespan)
};

/// max(1, (wait + run) / max(run, 10 s)): shorter runs count as 10 s, so that a wait of a minute before a job of a
/// second does not dominate a mean.
double bounded_slowdown(Seconds wait, Seconds run);

/// The metrics of at least one job on a machine of `total_units` units. If the makespan is zero
/// (every job ran for no time), the utilization is zero.
Metrics metrics_of(std::span<JobRecord const> records, std::int64_t total_units);

}  // namespace clustersim
