// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/backfill_cycle.hpp"
#include "sim/slurm/controller/backfill_memory.hpp"
#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/room_finder.hpp"

#include <cstdint>

namespace clustersim::slurm {

/// How much of the queue a cycle tests: all of a short queue, or until no further job can start. The
/// starts are the same; only the start estimates of the remaining jobs are missing.
enum class CycleKind { short_whole, starts_only };

/// Work that was left out because its result was known.
struct SparedWork {
    std::uint64_t cycles = 0;             ///< that repeated the one before
    std::uint64_t repeated_searches = 0;  ///< of the cycle before
    std::uint64_t equal_searches = 0;     ///< of the same cycle
};

/// The backfill cycles of the fast mode: the starts of backfill_reference.cpp, without the work whose result is known.
/// `BackfillCycle` has what one cycle knows and the rule that both share, `BackfillMemory` what survives a cycle,
/// `RoomFinder` searches a job's start, and `EarlyEnd` says when the rest of the queue may be left out.
class Backfill {
  public:
    void cycle(ClusterState& state, CycleKind kind);

    [[nodiscard]] SparedWork spared() const {
        return {memory_.repeated_cycles(), memory_.log.repeated(), memory_.fruitless.spared()};
    }

  private:
    /// What the records of one cycle share.
    struct Work {
        Work(ClusterState& of, BackfillMemory& memory)
            : state(of), cycle(of), finder(of, cycle.plan(), memory.hopeless) {}

        ClusterState& state;
        BackfillCycle cycle;
        RoomFinder finder;
        SearchRoom room;            ///< of the last search
        bool equal_repeat = false;  ///< equal searches of this cycle have equal findings
    };

    CycleStep place(Work& work, QueueRecord const& record);
    /// What the search finds, by a search of the same cycle on equal terms or by a new one.
    void find(Work& work, RecordSearch& search);
    CycleStep act(Work& work, SearchTerms const& terms, SearchFinding const& finding);

    BackfillMemory memory_;
};

}  // namespace clustersim::slurm
