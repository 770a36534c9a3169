// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/backfill.hpp"

#include "sim/slurm/controller/backfill_terms.hpp"
#include "sim/slurm/controller/eligibility.hpp"
#include "sim/slurm/controller/job_claims.hpp"
#include "sim/slurm/controller/preemption.hpp"
#include "sim/slurm/controller/queue_order.hpp"
#include "sim/slurm/controller/start_attempt.hpp"
#include "sim/slurm/controller/start_limits.hpp"
#include "sim/slurm/controller/waiting_jobs.hpp"

#include <algorithm>

namespace clustersim::slurm {

using namespace backfill;

void Backfill::cycle(ClusterState& state, CycleKind kind) {
    ++state.triggers.pass;
    refresh_waiting(state);
    if (kind != CycleKind::whole && would_repeat(state)) {
        repeat(state);
        return;
    }
    begin(state, kind);
    bool const leave_out = may_leave_out(state, kind);
    constexpr std::size_t ahead = 4;
    for (std::size_t i = 0; i < order_.size(); ++i) {
        if (tests_ >= settings_of(state).max_job_test) break;
        if (i + ahead < order_.size()) state.jobs.table.prefetch(order_[i + ahead].slot);
        if (leave_out && may_end_before(state, i)) break;
        auto step = consider(state, order_[i], true);
        while (step == Step::next_task) step = consider(state, order_[i], false);
        if (step == Step::end_of_cycle) break;
    }
    finish(state);
}

void Backfill::begin(ClusterState& state, CycleKind kind) {
    // Clearing the flag of the nodes in the last plan is a change that triggers the next cycle.
    if (!state.nodes.planned.empty()) {
        state.stamp();
        state.nodes.planned.clear();
    }
    for (auto const slot : planned_jobs_) state.jobs.at(slot).expected_start.reset();
    planned_jobs_.clear();
    auto const& settings = settings_of(state);
    auto const resolution = resolution_of(state);
    plan_.reset(state.clock.floor(state.clock.now(), resolution),
                state.clock.floor(state.clock.now() + window_of(state), resolution),
                state.nodes.available,
                state.settings().release.has(ReleaseChange::later_past_reach)
                    ? NodePlan::Later::past_reach
                    : NodePlan::Later::in_reach);
    begin_licenses(state);
    auto const& held = state.nodes.reservations.all();
    map_decides_ = !settings.licenses &&
                   std::all_of(held.begin(), held.end(), [](auto const& one) { return one.gone; });
    if (queue_may_preempt(state.settings())) {
        sorted_ = order_with_preemption(state.config, state.jobs);
        order_ = sorted_;
    } else {
        order_ = state.jobs.queue.records();
    }
    preempts_ = may_preempt(state);
    hopeless_.clear();
    hope_.begin();
    next_unknown_ = 0;
    last_of_.clear();
    rejected_arrays_.clear();
    array_promises_.clear();
    by_partition_.clear();
    by_user_.clear();
    by_association_.clear();
    by_user_partition_.clear();
    promises_.clear();
    tests_ = 0;
    depth_ = 0;
    started_ = 0;
    moved_ = false;
    promised_nodes_ = NodeSet(state.config.site->nodes.size());
    state.counters.backfill_last_queue = static_cast<std::int64_t>(order_.size());
    reserve_running(state);
    limit_steadiness(state);
    begin_log(state, kind);
}

void Backfill::begin_licenses(ClusterState const& state) {
    if (!settings_of(state).licenses) return;
    std::vector<std::int64_t> totals;
    for (auto const& license : state.config.site->licenses) totals.push_back(license.total);
    licenses_.reset(plan_.begin(), plan_.end(), std::move(totals));
}

void Backfill::reserve_running(ClusterState const& state) {
    auto const& settings = settings_of(state);
    if (settings.running_job_reserve || settings.licenses)
        for (auto const slot : state.jobs.running) reserve_running(state, state.jobs.at(slot));
}

void Backfill::reserve_running(ClusterState const& state, Job const& job) {
    auto const resolution = resolution_of(state);
    auto const end = state.settings().release.has(ReleaseChange::running_ends_up)
                         ? state.clock.ceiling(job.end, resolution)
                         : state.clock.floor(job.end, resolution);
    licenses_.take(plan_.begin(), std::max(end, plan_.begin() + resolution), job.spec->licenses);
    if (job.allocation.whole_nodes && !may_be_preempted(*state.config.site, job)) {
        plan_.promise(plan_.begin(),
                      end,
                      node_set(job.allocation, state.config.site->nodes.size()),
                      resolution);
    }
}

void Backfill::finish(ClusterState& state) {
    bool const any = !promised_nodes_.empty();
    promised_nodes_ &= state.nodes.use.idle();
    promised_nodes_ -= state.nodes.completing;
    state.nodes.planned = promised_nodes_;
    counts_as_change_ = moved_ || (promises_in_use_count(state) ? any : !promised_nodes_.empty());
    if (counts_as_change_) state.stamp();
    count(state);
}

void Backfill::count(ClusterState& state) const {
    auto& counters = state.counters;
    ++counters.backfill_cycles;
    counters.backfill_last = state.clock.now();
    counters.backfill_queue_sum += counters.backfill_last_queue;
    counters.backfill_last_depth = depth_;
    counters.backfill_last_depth_tried = tests_;
    counters.backfill_depth_sum += depth_;
    counters.backfill_depth_tried_sum += tests_;
    counters.backfill_last_table = static_cast<std::int64_t>(plan_.size());
    counters.backfill_table_sum += counters.backfill_last_table;
}

bool Backfill::over_cap(ClusterState const& state, QueueRecord const& record) {
    auto const& settings = settings_of(state);
    auto const& job = state.jobs.at(record.slot);
    auto const partition = record.partition;
    auto const full = [](std::int64_t most, auto& counts, auto const& of) {
        return most > 0 && counts[of]++ >= most;
    };
    // A job stopped by the user's limit in the partition does not count for the partition
    // (observed).
    if (full(settings.max_job_user_part, by_user_partition_, std::pair(job.spec->user, partition)))
        return true;
    if (full(settings.max_job_part, by_partition_, partition)) return true;
    return settings.max_job_assoc > 0
               ? full(settings.max_job_assoc, by_association_, job.spec->association)
               : full(settings.max_job_user, by_user_, job.spec->user);
}

bool Backfill::skip(ClusterState& state, QueueRecord const& record, bool first) {
    auto& job = state.jobs.at(record.slot);
    if (job.queued != record.generation || !job.pending() || !record.backfill || job.held)
        return true;
    if (job.is_meta()) {
        if (array_promises_[record.slot] >= settings_of(state).max_job_array_resv) return true;
        if (std::find(rejected_arrays_.begin(), rejected_arrays_.end(), record.slot) !=
            rejected_arrays_.end())
            return true;
        if (!array_may_start(state.jobs.table, job)) {
            set_reason(state, job, Reason::array_task_limit);
            return true;
        }
        // A record may be promised nodes for all tasks; the limit only stops the next task of the
        // array.
        auto const* array = state.jobs.table.array(job.array_id);
        if (first && array != nullptr && array->limit > 0 &&
            array_promises_[record.slot] >= array->limit)
            return true;
    }
    ++depth_;
    if (admission(*state.config.site, job, record.choice) != Reason::none) return true;
    bool const stop = state.settings().scheduler.assoc_limit_stop;
    if (!stop &&
        limit_before_selection(state.accounting, state.config, job, record.choice) != Reason::none)
        return true;
    if (first && job.preempt_pass == state.triggers.pass) return true;
    if (over_cap(state, record)) return true;
    if (!settings_of(state).licenses && !licenses_free(state, record)) return true;
    if (auto const limit = limit_of_nodes(state.accounting, state.config, job, record.choice);
        limit != Reason::none) {
        set_reason(state, job, limit);
        return true;
    }
    return deadline_missed(state, record.slot, record.partition);
}

Backfill::Step Backfill::consider(ClusterState& state, QueueRecord const& record, bool first) {
    if (skip(state, record, first)) return Step::next_record;
    if (!record.plain) {
        steady_only_before(
            state.clock.now());  // its deadline or the end of its wait for switches approaches
    }
    auto search = search_for(state, record);
    return place(state, search);
}

}  // namespace clustersim::slurm
