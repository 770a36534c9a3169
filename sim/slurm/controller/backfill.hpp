// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/constant_sizes.hpp"
#include "sim/slurm/controller/fruitless_searches.hpp"
#include "sim/slurm/controller/hopeless_times.hpp"
#include "sim/slurm/controller/license_plan.hpp"
#include "sim/slurm/controller/node_plan.hpp"
#include "sim/slurm/controller/search_log.hpp"
#include "sim/slurm/controller/start_hope.hpp"
#include "sim/slurm/controller/will_run.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace clustersim::slurm {

/// How much of the queue a cycle tests: all, as Slurm does; all of a short queue; or until no further job can start. The
/// starts are the same; only the start estimates of the remaining jobs are missing.
enum class CycleKind { whole, short_whole, starts_only };

/// Work that was left out because its result was known.
struct SparedWork {
    std::uint64_t cycles = 0;             ///< that repeated the one before
    std::uint64_t repeated_searches = 0;  ///< of the cycle before
    std::uint64_t equal_searches = 0;     ///< of the same cycle
};

/// One backfill cycle (spec 4): every job in queue order starts now if it delays no earlier job, or
/// is promised whole nodes for later.
class Backfill {
  public:
    void cycle(ClusterState& state, CycleKind kind);

    [[nodiscard]] SparedWork spared() const {
        return {repeated_cycles_, log_.repeated(), fruitless_.spared()};
    }

  private:
    /// next_task: consider another task of the same array; retry: search again from a later time.
    enum class Step { next_record, next_task, retry, end_of_cycle };
    /// The search of one record.
    struct Search : SearchTerms {
        Instant from;
        SearchFinding finding;  ///< so far
        bool weighs = true;     ///< the CPUs of its start estimate may change its priority
        bool quick = false;     ///< leaves out tests that affect nothing if a start is found
        bool counts = false;    ///< its failures can be known from earlier searches
        bool counted = false;   ///< its last test failed because too few nodes can be free

        [[nodiscard]] std::int32_t fewest_nodes() const {
            return std::max(request.min_nodes, record.nodes);
        }
    };
    /// The nodes that the plan and the reservations leave.
    struct Room {
        NodeSet nodes;
        Instant from;
        std::optional<Instant> later;  ///< when there may be more nodes; absent: never
    };

    /// True if the last cycle would repeat, with the same starts and promises.
    [[nodiscard]] bool would_repeat(ClusterState const& state) const;
    void repeat(ClusterState& state);
    /// Records that the current cycle would differ at `time` or later.
    void steady_only_before(Instant time) {
        steady_until_ = std::min(steady_until_, std::optional(time));
    }
    void limit_steadiness(ClusterState const& state);
    void count(ClusterState& state) const;
    void begin(ClusterState& state, CycleKind kind);
    void begin_log(ClusterState const& state, CycleKind kind);
    [[nodiscard]] static SearchLog::Basis basis_of(ClusterState const& state);
    void begin_licenses(ClusterState const& state);
    void reserve_running(ClusterState const& state);
    void reserve_running(ClusterState const& state, Job const& job);
    void finish(ClusterState& state);
    /// `first`: not another task of the array that was just considered.
    Step consider(ClusterState& state, QueueRecord const& record, bool first);
    [[nodiscard]] bool skip(ClusterState& state, QueueRecord const& record, bool first);
    [[nodiscard]] bool over_cap(ClusterState const& state, QueueRecord const& record);
    [[nodiscard]] Search search_for(ClusterState& state, QueueRecord const& record) const;
    Step place(ClusterState& state, Search& search);
    /// Searches the plan for the first start of the record.
    void find(ClusterState& state, Search& search);
    void find_from_now(ClusterState& state, Search& search);
    /// True if a search that fails by its number of nodes fails for equal and larger jobs.
    [[nodiscard]] bool failures_count(ClusterState const& state, Search const& search) const;
    void note_failure(ClusterState const& state, Search const& search, Instant until);
    /// As next_chance, without the times at which earlier searches failed.
    void pass_hopeless_times(ClusterState& state, Search& search);
    /// What a finding entails: a start, a promise, or an estimate only.
    Step act(ClusterState& state, SearchTerms const& terms, SearchFinding const& finding);
    /// The next time from which the plan may have room for the job.
    [[nodiscard]] Instant next_chance(ClusterState& state, Search const& search);
    [[nodiscard]] Instant next_reachable(ClusterState& state, Search const& search);
    /// Returns false if a reservation leaves no room.
    [[nodiscard]] bool find_room(ClusterState& state, Search const& search, Room& room);
    /// The earliest start that an alternative of the job's nodes gives in `room_`, up to `until`.
    [[nodiscard]] std::optional<WillRun>
    earliest(ClusterState& state, Search& search, Instant until);
    /// Returns false if the search goes on from a later time.
    [[nodiscard]] bool
    use_estimate(ClusterState& state, Search& search, Room const& room, WillRun found);
    [[nodiscard]] SearchFinding::Kind
    without_promise(ClusterState const& state, Search const& search, WillRun const& found);
    [[nodiscard]] bool all_free(ClusterState& state, Instant from, Instant to, Estimate& on);
    [[nodiscard]] std::optional<Instant>
    short_of_licenses(ClusterState const& state, Search const& search, Instant from) const;
    Step start_now(ClusterState& state, SearchTerms const& terms, WillRun const& found);
    Step reserve(ClusterState& state, SearchTerms const& terms, WillRun const& found);
    void estimate_only(ClusterState& state, SearchTerms const& terms, Instant start);
    void shorten(ClusterState& state, JobSlot slot, SearchTerms const& terms);
    /// True if a test may affect others also when it repeats.
    [[nodiscard]] static bool searches_have_effects(ClusterState const& state);
    /// True if a job of this cycle's order, or a running one, may be stopped for another.
    [[nodiscard]] bool may_preempt(ClusterState const& state) const;
    [[nodiscard]] bool may_leave_out(ClusterState const& state, CycleKind kind) const;
    /// True if the cycle may end before the record at this position of the order.
    [[nodiscard]] bool may_end_before(ClusterState const& state, std::size_t position);
    /// True if no estimate of these jobs can change a priority.
    [[nodiscard]] bool sizes_are_known(ClusterState const& state, std::size_t from);
    [[nodiscard]] bool change_is_settled(ClusterState const& state, std::size_t from);
    /// The nodes that the records from a position on may have.
    [[nodiscard]] NodeSet const& nodes_to_come(ClusterState const& state, std::size_t from);

    /// The nodes and running jobs on which the reach of the plan's intervals depends.
    struct UseVersion {
        std::uint64_t use = 0, departures = 0;
        friend bool operator==(UseVersion, UseVersion) = default;
    };

    NodePlan plan_;
    SearchLog log_;
    FruitlessSearches fruitless_;
    bool preempts_ = true;       ///< may_preempt() of the last cycle
    bool equal_repeat_ = false;  ///< equal searches of this cycle have equal findings
    UseVersion reach_version_;   ///< for which the plan remembers the reach
    HopelessTimes hopeless_;
    UseVersion hopeless_version_;         ///< for which they were found
    LicensePlan licenses_;                ///< empty without bf_licenses
    std::vector<QueueRecord> sorted_;     ///< if preemption needs its own order
    std::span<QueueRecord const> order_;  ///< of this cycle
    StartHope hope_;
    ConstantSizes sizes_;
    std::size_t next_unknown_ = 0;  ///< all records before it have known sizes
    std::vector<std::size_t>
        last_of_;  ///< the last position of each partition in order_, plus 1; empty: not yet known
    NodeSet to_come_;                    ///< of the partitions with records still to come ...
    std::size_t to_come_until_ = 0;      ///< ... and no fewer up to this position
    NodeSet free_;                       ///< scratch
    Room room_;                          ///< scratch
    NodeSet candidates_;                 ///< scratch
    bool map_decides_ = false;           ///< neither reservations nor licences limit the room
    std::vector<JobSlot> planned_jobs_;  ///< jobs with a start estimate
    std::vector<JobSlot> rejected_arrays_;
    std::map<JobSlot, std::int64_t> array_promises_;
    std::map<std::int32_t, std::int64_t> by_partition_, by_user_, by_association_, promises_;
    std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> by_user_partition_;
    std::int64_t tests_ = 0;
    std::int64_t depth_ = 0;
    std::int64_t started_ = 0;
    bool moved_ = false;  ///< a planned start was moved because of the plan of earlier jobs
    bool counts_as_change_ = false;        ///< the cycle, so that another one follows
    std::optional<Instant> steady_until_;  ///< the cycle would repeat until then
    std::uint64_t changes_seen_ = 0;       ///< of the state, when the cycle began
    NodeSet promised_nodes_;
    std::uint64_t repeated_cycles_ = 0;
};

}  // namespace clustersim::slurm
