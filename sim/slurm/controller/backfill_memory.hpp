// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/constant_sizes.hpp"
#include "sim/slurm/controller/fruitless_searches.hpp"
#include "sim/slurm/controller/hopeless_times.hpp"
#include "sim/slurm/controller/search_log.hpp"
#include "sim/slurm/controller/start_hope.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace clustersim::slurm {

/// What survives a backfill cycle: what the last one found, and until when it would find the same again. Each cycle stamps
/// a change if idle nodes are promised or a promise had to move, so that another cycle follows although nothing else has
/// happened. All its results depend on ends of jobs and on promises, which stay the same while time passes: until a
/// running job is due to end, or until the time window of a tested job reaches the next promise.
class BackfillMemory {
  public:
    SearchLog log;
    FruitlessSearches fruitless;  ///< of the current cycle; kept for their number and memory
    ConstantSizes sizes;
    StartHope hope;                  ///< of the current cycle; kept for its memory
    HopelessTimes hopeless;          ///< of the current cycle; kept for its memory
    std::vector<JobSlot> estimated;  ///< jobs with a start estimate of the last cycle

    /// True if the last cycle would repeat, with the same starts and promises.
    [[nodiscard]] bool would_repeat(ClusterState const& state) const;
    /// Repeats the effects of the last cycle.
    void repeat(ClusterState& state);
    /// Removes the start estimates of the last cycle.
    void forget_estimates(ClusterState& state);
    /// Begins a cycle over these records; `plan_decides`: neither reservations nor licences limit the room of a job.
    void begin(ClusterState const& state, std::span<QueueRecord const> order, bool plan_decides);
    /// Records that the current cycle would differ at `time` or later.
    void steady_only_before(Instant time) { steady_until_ = std::min(steady_until_, time); }
    [[nodiscard]] Instant steady_until() const { return steady_until_; }
    /// True if a job of the current cycle's order, or a running one, may be stopped for another.
    [[nodiscard]] bool preempts() const { return preempts_; }
    /// Ends the cycle; `counts_as_change`: another one follows.
    void end(bool counts_as_change) { counts_as_change_ = counts_as_change; }

    [[nodiscard]] std::uint64_t repeated_cycles() const { return repeated_cycles_; }

  private:
    bool preempts_ = true;
    bool counts_as_change_ = false;
    Instant steady_until_;            ///< by default no cycle repeats
    std::uint64_t changes_seen_ = 0;  ///< of the state, when the cycle began
    std::uint64_t repeated_cycles_ = 0;
};

}  // namespace clustersim::slurm
