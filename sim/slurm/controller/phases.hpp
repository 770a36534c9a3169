// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace clustersim::slurm {

/// The wake-ups of the daemon's loops, in milliseconds from the origin of the run (spec 3.2.4,
/// 4.2.2). The phases of a real controller follow from when it was started; they shift schedules by
/// seconds, and these differences grow (tests/conformance shows how far).
struct Phases {
    std::int64_t loop = 0;        ///< the background loop, every second; backfill polls with it
    std::int64_t full_pass = 0;   ///< a full pass of the main scheduler, every sched_interval
    std::int64_t time_limit = 0;  ///< a check of time limits, every 30 s
    std::int64_t priority = 0;    ///< a priority calculation, every PriorityCalcPeriod
    std::int64_t backfill = -270'000;  ///< the last backfill cycle before the origin
    /// The time of day at the origin, in seconds after midnight: some times are rounded by it.
    std::int64_t clock = 0;
    /// The order of loops due at the same instant: in a real controller, threads race for it.
    bool priority_before_loop = true;
    bool backfill_before_loop = true;
};

}  // namespace clustersim::slurm
