// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/backfill_cycle.hpp"

#include "sim/slurm/controller/backfill_terms.hpp"
#include "sim/slurm/controller/effective_limit.hpp"
#include "sim/slurm/controller/eligibility.hpp"
#include "sim/slurm/controller/job_claims.hpp"
#include "sim/slurm/controller/preemption.hpp"
#include "sim/slurm/controller/queue_order.hpp"
#include "sim/slurm/controller/start_limits.hpp"

#include <algorithm>

namespace clustersim::slurm {

using namespace backfill;

BackfillCycle::BackfillCycle(ClusterState& state)
    : state_(state), promised_nodes_(state.config.site->nodes.size()) {
    // Clearing the flag of the nodes in the last plan is a change that triggers the next cycle.
    if (!state.nodes.planned.empty()) {
        state.stamp();
        state.nodes.planned.clear();
    }
    auto const resolution = resolution_of(state);
    plan_.nodes.reset(state.clock.floor(state.clock.now(), resolution),
                      state.clock.floor(state.clock.now() + window_of(state), resolution),
                      state.nodes.available,
                      state.settings().release.has(ReleaseChange::later_past_reach)
                          ? NodePlan::Later::past_reach
                          : NodePlan::Later::in_reach);
    if (queue_may_preempt(state.settings())) {
        sorted_ = order_with_preemption(state.config, state.jobs);
        order_ = sorted_;
    } else {
        order_ = state.jobs.queue.records();
    }
    state.counters.backfill_last_queue = static_cast<std::int64_t>(order_.size());
    begin_licenses();
    auto const& settings = settings_of(state);
    if (settings.running_job_reserve || settings.licenses)
        for (auto const slot : state.jobs.running) reserve_running(state.jobs.at(slot));
}

void BackfillCycle::begin_licenses() {
    if (!settings_of(state_).licenses) return;
    std::vector<std::int64_t> totals;
    for (auto const& license : state_.config.site->licenses) totals.push_back(license.total);
    plan_.licenses.reset(plan_.nodes.begin(), plan_.nodes.end(), std::move(totals));
}

/// Puts a running job into the plan (spec 4.3.4).
void BackfillCycle::reserve_running(Job const& job) {
    auto const resolution = resolution_of(state_);
    auto const begin = plan_.nodes.begin();
    auto const end = state_.settings().release.has(ReleaseChange::running_ends_up)
                         ? state_.clock.ceiling(job.end, resolution)
                         : state_.clock.floor(job.end, resolution);
    plan_.licenses.take(begin, std::max(end, begin + resolution), job.spec->licenses);
    if (job.allocation.whole_nodes && !may_be_preempted(*state_.config.site, job)) {
        plan_.nodes.promise(
            begin, end, node_set(job.allocation, state_.config.site->nodes.size()), resolution);
    }
}

bool BackfillCycle::tested_enough() const {
    return tests_ >= settings_of(state_).max_job_test;
}

bool BackfillCycle::skips(QueueRecord const& record, bool first) {
    auto& job = state_.jobs.at(record.slot);
    if (job.queued != record.generation || !job.pending() || !record.backfill || job.held)
        return true;
    if (job.array_id != 0 && skips_array(record)) return true;
    ++depth_;
    if (admission(*state_.config.site, job, record.choice) != Reason::none) return true;
    bool const stop = state_.settings().scheduler.assoc_limit_stop;
    if (!stop && limit_before_selection(state_.accounting, state_.config, job, record.choice) !=
                     Reason::none)
        return true;
    if (first && job.preempt_pass == state_.triggers.pass) return true;
    if (over_cap(record)) return true;
    if (!settings_of(state_).licenses && !licenses_free(state_, record)) return true;
    if (auto const limit = limit_of_nodes(state_.accounting, state_.config, job, record.choice);
        limit != Reason::none) {
        set_reason(state_, job, limit);
        return true;
    }
    return deadline_missed(state_, record.slot, record.partition);
}

bool BackfillCycle::skips_array(QueueRecord const& record) {
    auto& job = state_.jobs.at(record.slot);
    auto const promised = array_promises_[record.slot];
    if (promised >= settings_of(state_).max_job_array_resv) return true;
    if (rejected_arrays_.contains(job, record)) return true;
    if (!array_may_start(state_.jobs.table, job)) {
        set_reason(state_, job, Reason::array_task_limit);
        return true;
    }
    return false;
}

bool BackfillCycle::over_cap(QueueRecord const& record) {
    auto const& settings = settings_of(state_);
    auto const& job = state_.jobs.at(record.slot);
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

SearchTerms BackfillCycle::terms_of(QueueRecord const& record) const {
    auto const& job = state_.jobs.at(record.slot);
    SearchTerms terms;
    terms.record = record;
    terms.spec = job.spec;
    terms.request = bounded_request(state_.accounting, state_.config, job, record.choice);
    auto const limit = effective_limit(*state_.config.site, job, record.partition);
    terms.length = limit;
    terms.start_limit = limit;
    auto const& asked = job.spec->request;
    if (asked.deadline) {
        terms.length = std::min(limit, whole_minutes(*asked.deadline - state_.clock.now()));
        terms.start_limit = terms.length;
    } else if (auto const least = limit_of(asked.time_min_minutes); least && *least < limit) {
        terms.length = *least;
        // Before 25.11 the job starts with this limit (spec 4.8.2).
        bool const longest = state_.settings().release.has(ReleaseChange::longest_limit) ||
                             state_.settings().scheduler.time_min_as_soft_limit;
        terms.start_limit = longest ? limit : terms.length;
    }
    bool const preempts = queue_may_preempt(state_.settings());
    auto const* qos = qos_of(*state_.config.site, job);
    if (qos != nullptr && qos->flags.no_reserve && preempts) terms.length = Minutes{1};
    terms.no_reserve = only_now(record, job);
    if (preempts) terms.preemptable = preemption_candidates(state_, job, record.choice);
    return terms;
}

/// True if the job gets no promise (spec 4.5.7).
bool BackfillCycle::only_now(QueueRecord const& record, Job const& job) const {
    auto const& settings = settings_of(state_);
    auto const* qos = qos_of(*state_.config.site, job);
    auto const threshold = qos != nullptr && qos->min_prio_threshold ? *qos->min_prio_threshold
                                                                     : settings.min_prio_reserve;
    auto const promised = promises_.find(record.partition);
    return std::int64_t{record.priority} < threshold ||
           state_.clock.now() - job.eligible.value_or(state_.clock.now()) <
               Seconds{settings.min_age_reserve} ||
           record.prefer || (settings.one_resv_per_job && job.expected_start) ||
           (settings.job_part_count_reserve > 0 && promised != promises_.end() &&
            promised->second >= settings.job_part_count_reserve);
}

bool BackfillCycle::finish() {
    bool const any = !promised_nodes_.empty();
    promised_nodes_ &= state_.nodes.use.idle();
    promised_nodes_ -= state_.nodes.completing;
    state_.nodes.planned = promised_nodes_;
    bool const counts_as_change =
        moved_ || (promises_in_use_count(state_) ? any : !promised_nodes_.empty());
    if (counts_as_change) state_.stamp();
    count_cycle(state_, {depth_, tests_, static_cast<std::int64_t>(plan_.nodes.size())});
    return counts_as_change;
}

void count_cycle(ClusterState& state, CycleCounts const& counts) {
    auto& counters = state.counters;
    ++counters.backfill_cycles;
    counters.backfill_last = state.clock.now();
    counters.backfill_queue_sum += counters.backfill_last_queue;
    counters.backfill_last_depth = counts.depth;
    counters.backfill_last_depth_tried = counts.tests;
    counters.backfill_depth_sum += counts.depth;
    counters.backfill_depth_tried_sum += counts.tests;
    counters.backfill_last_table = counts.table;
    counters.backfill_table_sum += counts.table;
}

}  // namespace clustersim::slurm
