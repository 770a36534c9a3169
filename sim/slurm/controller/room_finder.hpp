// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/backfill_plan.hpp"
#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/hopeless_times.hpp"
#include "sim/slurm/controller/search_room.hpp"
#include "sim/slurm/controller/search_terms.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace clustersim::slurm {

/// A search that may leave out tests.
struct RecordSearch : StartSearch {
    using StartSearch::StartSearch;

    bool weighs = true;   ///< the CPUs of its start estimate may change its priority
    bool quick = false;   ///< leaves out tests that affect nothing if a start is found
    bool counts = false;  ///< its failures can be known from earlier searches

    [[nodiscard]] std::int32_t fewest_nodes() const {
        return std::max(request.min_nodes, record.nodes);
    }
};

/// True if a test may affect others also when it repeats.
[[nodiscard]] bool searches_have_effects(ClusterState const& state);

/// Finds what the search of backfill_reference.cpp finds, and leaves out the tests whose results it
/// knows. Lives for one cycle.
class RoomFinder {
  public:
    /// Clears `hopeless`, which belongs to this cycle; the caller keeps it to reuse its memory.
    RoomFinder(ClusterState& state, BackfillPlan& plan, HopelessTimes& hopeless);

    /// True if neither reservations nor licences limit the room of a job: the plan alone does.
    [[nodiscard]] bool plan_decides() const { return plan_decides_; }
    /// Searches the plan for the first start of the record. If it can start now, `room` is the room of that start.
    void find(RecordSearch& search, SearchRoom& room);

  private:
    /// The nodes and running jobs on which the reach of the plan's intervals depends.
    struct UseVersion {
        std::uint64_t use = 0, departures = 0;
        friend bool operator==(UseVersion, UseVersion) = default;
    };
    struct Earliest {
        std::optional<WillRun> start;
        bool by_count = false;  ///< there is none because too few nodes can be free
    };

    [[nodiscard]] UseVersion use_version() const;
    void find_from_now(RecordSearch& search, SearchRoom& room);
    /// Finds out whether any test was left out, for a search without a start.
    void find_whether_tested(RecordSearch& search, SearchRoom& room);
    [[nodiscard]] bool find_room_of(RecordSearch& search, SearchRoom& room);
    /// The earliest start that an alternative of the job's nodes gives in the room, up to `until`.
    [[nodiscard]] Earliest earliest(RecordSearch& search, SearchRoom const& room, Instant until);
    /// As NodesFree.
    [[nodiscard]] bool nodes_free(GridSpan const& span, EstimatedNodes& on);

    /// The next time from which the plan may have room for the job.
    [[nodiscard]] Instant next_chance(RecordSearch const& search);
    [[nodiscard]] Instant next_reachable(RecordSearch const& search);
    /// True if a search that fails by its number of nodes fails for equal and larger jobs.
    [[nodiscard]] bool failures_count(RecordSearch const& search) const;
    void note_failure(RecordSearch const& search, Instant until);
    /// As next_chance, without the times at which earlier searches failed.
    void pass_hopeless_times(RecordSearch& search);

    ClusterState& state_;
    BackfillPlan& plan_;
    bool plan_decides_;
    UseVersion reach_version_;  ///< for which the plan remembers the reach
    HopelessTimes& hopeless_;
    UseVersion hopeless_version_;  ///< for which they were found
    NodeSet candidates_;           ///< scratch of one test
    NodeSet reachable_;            ///< scratch of one count
};

}  // namespace clustersim::slurm
