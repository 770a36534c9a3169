// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <cstdint>
#include <optional>

namespace clustersim::slurm {

/// The counters of `sdiag` since the last reset at midnight (spec 11.8). Simulated cycles take no
/// time.
struct SchedulerCounters {
    Instant since;  ///< the last reset
    std::int64_t submitted = 0, started = 0, completed = 0, cancelled = 0, failed = 0;
    std::int64_t pending = 0, running = 0;
    std::optional<Instant> counted;  ///< when those two were counted; absent: just now

    std::int64_t main_cycles = 0;
    std::int64_t main_depth_sum = 0;
    std::int64_t main_last_queue = 0;

    std::int64_t backfilled_total = 0;  ///< since the start of the simulation
    std::int64_t backfilled = 0;        ///< since the reset
    std::int64_t backfill_cycles = 0;
    std::optional<Instant> backfill_last;
    std::int64_t backfill_last_depth = 0, backfill_last_depth_tried = 0;
    std::int64_t backfill_depth_sum = 0, backfill_depth_tried_sum = 0;
    std::int64_t backfill_last_queue = 0, backfill_queue_sum = 0;
    std::int64_t backfill_last_table = 0, backfill_table_sum = 0;
};

}  // namespace clustersim::slurm
