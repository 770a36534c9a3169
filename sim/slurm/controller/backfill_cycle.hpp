// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/backfill_plan.hpp"
#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/rejected_arrays.hpp"
#include "sim/slurm/controller/search_terms.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace clustersim::slurm {

/// What a cycle continues with after a record: the next one, another task of the same array, or
/// nothing.
enum class CycleStep { next_record, next_task, end_of_cycle };

/// What became of a record.
struct RecordOutcome {
    CycleStep step = CycleStep::next_record;
    bool attempted = false;                 ///< to start it now
    std::optional<Instant> promised_until;  ///< in the plan, if nodes were promised
};

/// The local data of one backfill cycle: the plan, which grows by one promise after the other, and
/// the counts. Also the rule of backfill, except how a record's start is searched (spec 4.6): which
/// records are considered in which order, what is searched for them, and what a finding entails. For
/// each record of `walk`, a cycle asks `terms_of` what to search, and hands the finding to `act`.
class BackfillCycle {
  public:
    /// Begins a cycle with nothing promised (spec 4.3). The start estimates of the last one are already forgotten.
    explicit BackfillCycle(ClusterState& state);
    BackfillCycle(BackfillCycle const&) = delete;
    BackfillCycle& operator=(BackfillCycle const&) = delete;

    [[nodiscard]] std::span<QueueRecord const> order() const { return order_; }
    /// Calls `place` for each record that is searched, in order, and again for each further task of an array (spec 4.5),
    /// until enough were tested or `place` ends the cycle. `ends_before`, asked for each position of the order, may end it,
    /// too.
    template <class Place, class EndsBefore>
    void walk(Place place, EndsBefore ends_before);
    /// What to search for the record (spec 4.5.7, 4.6.1).
    [[nodiscard]] SearchTerms terms_of(QueueRecord const& record) const;
    /// Does what a finding entails: a start, a promise, or an estimate only (spec 4.7). `usable`: the nodes of the room in
    /// which the start was found.
    RecordOutcome
    act(SearchTerms const& terms, SearchFinding const& finding, NodeSet const& usable);
    /// Ends the cycle; returns whether it counts as a change, so that another cycle follows (spec 4.2.1).
    bool finish();

    [[nodiscard]] BackfillPlan& plan() { return plan_; }
    /// The nodes of all promises.
    [[nodiscard]] NodeSet const& promised() const { return promised_nodes_; }
    /// True if a planned start was moved because of the plan of earlier jobs.
    [[nodiscard]] bool moved() const { return moved_; }
    /// The jobs that now have a start estimate.
    [[nodiscard]] std::vector<JobSlot>& estimated() { return estimated_; }

  private:
    /// True if bf_max_job_test records were tested (spec 4.5.1).
    [[nodiscard]] bool tested_enough() const;
    /// True if the record is not searched (spec 4.5). `first`: not another task of the array that was just considered.
    /// May end a job whose deadline has passed, and set reasons.
    [[nodiscard]] bool skips(QueueRecord const& record, bool first);
    void begin_licenses();
    void reserve_running(Job const& job);
    [[nodiscard]] bool skips_array(QueueRecord const& record);
    [[nodiscard]] bool over_cap(QueueRecord const& record);
    [[nodiscard]] bool only_now(QueueRecord const& record, Job const& job) const;
    void estimate_only(SearchTerms const& terms, Instant start);
    RecordOutcome start_now(SearchTerms const& terms, WillRun const& found, NodeSet const& usable);
    CycleStep after_start(JobSlot task, bool more_tasks);
    RecordOutcome promise(SearchTerms const& terms, WillRun const& found);
    void shorten(JobSlot slot, SearchTerms const& terms);

    ClusterState& state_;
    BackfillPlan plan_;
    std::vector<QueueRecord> sorted_;     ///< if preemption needs its own order
    std::span<QueueRecord const> order_;  ///< those, or the queue's
    std::vector<JobSlot> estimated_;
    RejectedArrays rejected_arrays_;
    std::map<JobSlot, std::int64_t> array_promises_;
    std::map<std::int32_t, std::int64_t> by_partition_, by_user_, by_association_, promises_;
    std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> by_user_partition_;
    std::int64_t tests_ = 0;
    std::int64_t depth_ = 0;
    std::int64_t started_ = 0;
    bool moved_ = false;
    NodeSet promised_nodes_;
};

template <class Place, class EndsBefore>
void BackfillCycle::walk(Place place, EndsBefore ends_before) {
    for (std::size_t i = 0; i < order_.size() && !tested_enough() && !ends_before(i); ++i) {
        auto step = CycleStep::next_task;
        for (bool first = true; step == CycleStep::next_task; first = false)
            step = skips(order_[i], first) ? CycleStep::next_record : place(order_[i]);
        if (step == CycleStep::end_of_cycle) return;
    }
}

/// Counts a cycle that considered `depth` records, tested `tests` of them and left a plan of `table` records (sdiag).
struct CycleCounts {
    std::int64_t depth = 0;
    std::int64_t tests = 0;
    std::int64_t table = 0;
};
void count_cycle(ClusterState& state, CycleCounts const& counts);

}  // namespace clustersim::slurm
