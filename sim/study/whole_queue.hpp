// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/stats/blocked_quotient.hpp"
#include "sim/study/size_class.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace clustersim {

class QueueModel;

/// Sums over some jobs of a queue.
struct QueueSums {
    double jobs = 0.0;
    double wait_s = 0.0;
    double slowdown = 0.0;  ///< of each: max(1, (wait + run) / max(run, 10 s))
};

/// The background jobs that were submitted during the window of one replicate, without the study's jobs.
struct WholeQueueSample {
    std::array<QueueSums, size_class_starts.size()> classes;
    double busy = 0.0;     ///< units in use × time, within the window
    double offered = 0.0;  ///< all units × length of the window
    std::int64_t unstarted = 0;
};

/// The time span whose submissions count, and the span over which jobs are submitted at all.
struct ObservedSpan {
    Instant from;
    Instant to;
    Instant last_arrival;
};

/// Follows a queue that records its runs from its beginning until all its jobs have ended, at most four weeks after the
/// last arrival. `units` are those of the partition. Called regularly, `interrupted` ends it early; it may be empty.
WholeQueueSample observe_whole_queue(QueueModel& queue,
                                     ObservedSpan const& span,
                                     double units,
                                     std::function<bool()> const& interrupted);

/// Waits and slowdowns of the jobs of some size, by replicate.
struct ClassWaits {
    BlockedQuotient wait;      ///< s
    BlockedQuotient slowdown;  ///< mean bounded slowdown
};

/// The whole queue of a run in all replicates.
struct WholeQueue {
    ClassWaits all;
    std::vector<ClassWaits> classes;  ///< by size class
    BlockedQuotient utilisation;
    double jobs = 0.0;  ///< mean of the replicates
    std::int64_t unstarted = 0;
    bool counts_nodes = true;  ///< sizes are in nodes, else in GPUs
};
WholeQueue whole_queue_of(std::vector<WholeQueueSample> const& replicates, bool counts_nodes);

}  // namespace clustersim
