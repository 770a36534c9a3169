// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/job_record.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace clustersim::slurm {

/// A node that was down.
struct NodeOutage {
    std::int32_t node = 0;
    Instant from;
    std::optional<Instant> to;  ///< absent: still down at the end
};

/// A run that ended because one of its nodes failed.
struct LostRun {
    Instant start, end;
    std::int32_t nodes = 0;
    std::int32_t cpus = 0;
    bool requeued = false;  ///< else the job ended with the state NODE_FAIL
    std::int32_t first_node = -1;
};

/// The effects of node failures, by time. An observer of the controller keeps this log.
class FailureLog {
  public:
    void node_failed(std::int32_t node, Instant now);
    void node_returned(std::int32_t node, Instant now);
    /// To be called with the end of any run.
    void ended(Job const& job, JobState run_state, Instant now);

    std::vector<NodeOutage> outages;
    std::vector<LostRun> runs;
    /// Moves all times by a span.
    void shift(Seconds later);

  private:
    std::map<std::int32_t, std::size_t> down_;  ///< the outage of each node that is down
};

/// Sums over the events between two instants. Node-hours count the part of outages and of lost runs between them.
struct FailureTotals {
    std::int64_t node_failures = 0;
    std::int64_t jobs_requeued = 0;
    std::int64_t jobs_failed = 0;
    double node_hours_down = 0.0;  ///< in which nodes were out of service
    double node_hours_lost = 0.0;  ///< of runs that a failure ended
};
FailureTotals failure_totals(FailureLog const& log, Instant from, Instant to);

}  // namespace clustersim::slurm
