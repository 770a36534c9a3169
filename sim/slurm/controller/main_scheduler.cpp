// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/main_scheduler.hpp"

#include "sim/slurm/controller/accrual.hpp"
#include "sim/slurm/controller/complete_wait.hpp"
#include "sim/slurm/controller/eligibility.hpp"
#include "sim/slurm/controller/job_claims.hpp"
#include "sim/slurm/controller/job_qos.hpp"
#include "sim/slurm/controller/preemption.hpp"
#include "sim/slurm/controller/queue_order.hpp"
#include "sim/slurm/controller/start_attempt.hpp"
#include "sim/slurm/controller/waiting_jobs.hpp"

#include <algorithm>
#include <utility>

namespace clustersim::slurm {

namespace {

/// Maximum number of reservations remembered as blocked (spec 3.5.14).
constexpr std::size_t most_blocked_reservations = 10;

/// Priority threshold of the QOS: a job below it does not block others (spec 3.5.15).
std::int64_t reserve_threshold(ClusterState const& state, Job const& job) {
    auto const* qos = qos_of(*state.config.site, job);
    if (qos != nullptr && qos->min_prio_threshold) return *qos->min_prio_threshold;
    return state.settings().scheduler.backfill.min_prio_reserve;
}

}  // namespace

void MainScheduler::block_completing(ClusterState const& state) {
    auto const leaving = completing_partitions(state);
    for (std::size_t i = 0; i < blocked_.size(); ++i) {
        if (state.config.partition_nodes[i].intersects(leaving)) {
            blocked_[i] = true;
            usable_ -= state.config.partition_nodes[i];
        }
    }
}

void MainScheduler::pass(ClusterState& state, bool full) {
    bool const completing = complete_wait_over(state) > state.clock.now();
    if (completing && !state.settings().scheduler.reduce_completing_frag) return;
    ++state.triggers.pass;
    refresh_waiting(state);
    if (std::exchange(state.triggers.begin_time_noted, false)) state.stamp();
    ++state.counters.main_cycles;
    full_ = full;
    considered_ = 0;
    started_ = 0;
    usable_ = state.nodes.available;
    blocked_.assign(state.config.site->partitions.size(), false);
    if (completing) block_completing(state);
    depth_.assign(state.config.site->partitions.size(), 0);
    blocked_reservations_.clear();
    rejected_arrays_.clear();
    // Starting a job voids records of the queue but moves none; a copy is needed only if preemption
    // requires its own order.
    bool const preempts = queue_may_preempt(state.settings());
    if (preempts) order_ = order_with_preemption(state.config, state.jobs);
    auto const size = preempts ? order_.size() : state.jobs.queue.records().size();
    state.counters.main_last_queue = static_cast<std::int64_t>(size);
    constexpr std::size_t ahead = 8;
    for (std::size_t i = 0; i < size; ++i) {
        auto const& records = preempts ? order_ : state.jobs.queue.records();
        if (i + ahead < size) state.jobs.table.prefetch(records[i + ahead].slot);
        auto const record = records[i];  // a copy: a failed job may be queued anew
        auto verdict = Verdict::next_task;
        while (verdict == Verdict::next_task) verdict = consider(state, record);
        if (verdict == Verdict::stop) break;
    }
    state.counters.main_depth_sum += considered_;
}

void MainScheduler::block(ClusterState& state, QueueRecord const& record, Job const& job) {
    auto const& choice = job.spec->choices[static_cast<std::size_t>(record.choice)];
    auto const& request = choice.request;
    if (request.has_required() && request.required.count() >= request.min_nodes) {
        usable_ -= request.required;
        return;
    }
    if (record.reservation) {
        if (blocked_reservations_.size() < most_blocked_reservations)
            blocked_reservations_.push_back(*record.reservation);
        return;
    }
    auto const age = state.clock.now() - job.eligible.value_or(state.clock.now());
    if (age < Seconds{state.settings().scheduler.backfill.min_age_reserve} ||
        std::int64_t{job.priority} < reserve_threshold(state, job))
        return;
    blocked_[static_cast<std::size_t>(choice.partition)] = true;
    usable_ -= state.nodes_of(choice.partition);
}

bool MainScheduler::array_ready(ClusterState& state, QueueRecord const& record) const {
    auto const slot = record.slot;
    auto& job = state.jobs.at(slot);
    if (job.array_id == 0) return true;
    if (rejected_arrays_.contains(job, record)) return false;
    if (!array_may_start(state.jobs.table, job)) {
        set_reason(state, job, Reason::array_task_limit);
        job.eligible.reset();
        return false;
    }
    if (!job.eligible) {
        job.eligible = state.clock.now();
        begin_accruing(state, slot);
    }
    return true;
}

bool MainScheduler::too_deep(ClusterState& state, QueueRecord const& record, Job& job) {
    auto const most = state.settings().scheduler.partition_job_depth;
    if (most <= 0 || depth_[static_cast<std::size_t>(record.partition)]++ < most) return false;
    if (job.reason == Reason::none) set_reason(state, job, Reason::priority);
    return true;
}

bool MainScheduler::is_blocked(ClusterState& state, QueueRecord const& record, Job& job) const {
    bool const blocked = record.reservation
                             ? std::ranges::find(blocked_reservations_, *record.reservation) !=
                                   blocked_reservations_.end()
                             : blocked_[static_cast<std::size_t>(record.partition)];
    if (!blocked) return false;
    if (record.reservation || job.reason == Reason::none || job.reason == Reason::resources)
        set_reason(state, job, Reason::priority);
    state.stamp();
    return true;
}

void MainScheduler::after_failure(ClusterState& state, QueueRecord const& record, Attempt attempt) {
    auto& job = state.jobs.at(record.slot);
    switch (attempt) {
        case Attempt::busy: block(state, record, job); break;
        case Attempt::reservation:
            if (record.reservation)
                usable_ -= state.nodes.reservations.at(*record.reservation).nodes;
            break;
        case Attempt::accounting:
            if (state.settings().scheduler.assoc_limit_stop) block(state, record, job);
            break;
        case Attempt::never:
            if (job.spec->choices.size() == 1) {
                job.held = true;
                set_reason(state, job, Reason::bad_constraints);
                requeue_records(state, record.slot);
            }
            break;
        case Attempt::started:
        case Attempt::not_available:
        case Attempt::part_config: break;
    }
    if (job.array_id != 0) rejected_arrays_.add(job, record);
}

MainScheduler::Verdict MainScheduler::start(ClusterState& state, QueueRecord const& record) {
    if (record.prefer && !licenses_free(state, record)) return Verdict::go_on;
    auto const attempt =
        try_start(state, {&record, &usable_, StartedBy::main, !record.prefer}).attempt;
    if (attempt == Attempt::started) {
        ++started_;
        return Verdict::next_task;
    }
    if (!record.prefer) after_failure(state, record, attempt);
    return Verdict::go_on;
}

MainScheduler::Verdict MainScheduler::consider(ClusterState& state, QueueRecord const& record) {
    auto const& scheduler = state.settings().scheduler;
    auto& job = state.jobs.at(record.slot);
    if (job.queued != record.generation || !job.pending() || !record.main ||
        job.preempt_pass == state.triggers.pass)
        return Verdict::go_on;
    if (scheduler.max_job_start > 0 && started_ >= scheduler.max_job_start) return Verdict::stop;
    if (!array_ready(state, record) || too_deep(state, record, job)) return Verdict::go_on;
    if (!full_ && considered_ > scheduler.default_queue_depth) return Verdict::stop;
    ++considered_;
    if (is_blocked(state, record, job) || deadline_missed(state, record.slot, record.partition))
        return Verdict::go_on;
    if (record.prefer) return start(state, record);
    auto const& choice = job.spec->choices[static_cast<std::size_t>(record.choice)];
    if (usable_.count_common(state.nodes_of(choice.partition)) < choice.request.min_nodes) {
        set_reason(state, job, Reason::resources, Description::nodes_taken_by_higher_partitions);
        state.stamp();
        block(state, record, job);
        return Verdict::go_on;
    }
    if (!licenses_free(state, record)) {
        set_reason(state, job, Reason::licenses);
        state.stamp();
        return scheduler.backfill.licenses ? Verdict::stop : Verdict::go_on;
    }
    return start(state, record);
}

}  // namespace clustersim::slurm
