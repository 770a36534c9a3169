// SPDX-License-Identifier: Apache-2.0
// What a finding entails: the job starts, is promised nodes, or gets an estimate only (spec 4.7).
#include "sim/slurm/controller/backfill_cycle.hpp"
#include "sim/slurm/controller/backfill_terms.hpp"
#include "sim/slurm/controller/effective_limit.hpp"
#include "sim/slurm/controller/job_claims.hpp"
#include "sim/slurm/controller/search_room.hpp"
#include "sim/slurm/controller/start_attempt.hpp"
#include "sim/slurm/controller/start_limits.hpp"

#include <algorithm>

namespace clustersim::slurm {

using namespace backfill;

RecordOutcome
BackfillCycle::act(SearchTerms const& terms, SearchFinding const& finding, NodeSet const& usable) {
    auto& job = state_.jobs.at(terms.record.slot);
    if (finding.tested) ++tests_;
    moved_ = moved_ || finding.moved;
    if (finding.cpus) job.estimated_cpus = *finding.cpus;
    switch (finding.kind) {
        case SearchFinding::Kind::nothing: break;
        case SearchFinding::Kind::nowhere:
            if (job.array_id != 0 && !terms.record.prefer) rejected_arrays_.add(job, terms.record);
            break;
        case SearchFinding::Kind::now: return start_now(terms, *finding.start, usable);
        case SearchFinding::Kind::estimate:
            if (!job.expected_start || finding.start->start < *job.expected_start)
                estimate_only(terms, finding.start->start);
            break;
        case SearchFinding::Kind::beyond_plan: estimate_only(terms, finding.start->start); break;
        case SearchFinding::Kind::promise: return promise(terms, *finding.start);
    }
    return {};
}

void BackfillCycle::estimate_only(SearchTerms const& terms, Instant start) {
    state_.jobs.at(terms.record.slot).expected_start = start;
    estimated_.push_back(terms.record.slot);
}

RecordOutcome
BackfillCycle::start_now(SearchTerms const& terms, WillRun const& found, NodeSet const& usable) {
    if (settings_of(state_).licenses && !licenses_free(state_, terms.record))
        return terms.no_reserve ? RecordOutcome{} : promise(terms, found);
    auto const slot = terms.record.slot;
    auto& job = state_.jobs.at(slot);
    bool const array = job.is_meta();
    auto const limit = job.limit;
    if (terms.start_limit < effective_limit(*state_.config.site, job, terms.request.partition))
        job.limit = terms.start_limit;
    bool const preempted = job.preempt_pass == state_.triggers.pass;
    auto const [attempt, started] =
        try_start(state_, {&terms.record, &usable, StartedBy::backfill, false});
    RecordOutcome outcome;
    if (attempt == Attempt::started) {
        auto const task = started.value();
        if (job.spec->request.time_min_minutes) shorten(task, terms);
        if (array && task != slot) job.limit = limit;
        outcome.step = after_start(task, array && state_.jobs.at(slot).pending());
    } else {
        job.limit = limit;
        bool const refused = attempt == Attempt::reservation || attempt == Attempt::accounting;
        // An array preempts others for at most two of its tasks in one cycle.
        if (!refused && preempted && job.is_meta()) rejected_arrays_.add(job, terms.record);
        // Other failures, mostly preemption that has just begun, promise the nodes from now on.
        if (!refused && !terms.no_reserve) outcome = promise(terms, found);
    }
    outcome.attempted = true;
    return outcome;
}

CycleStep BackfillCycle::after_start(JobSlot task, bool more_tasks) {
    auto const& settings = settings_of(state_);
    ++started_;
    if (settings.running_job_reserve || settings.licenses) reserve_running(state_.jobs.at(task));
    if (settings.max_job_start > 0 && started_ >= settings.max_job_start)
        return CycleStep::end_of_cycle;
    return more_tasks ? CycleStep::next_task : CycleStep::next_record;
}

RecordOutcome BackfillCycle::promise(SearchTerms const& terms, WillRun const& found) {
    RecordOutcome outcome;
    auto const& nodes = found.on.nodes;
    auto const& settings = settings_of(state_);
    auto& job = state_.jobs.at(terms.record.slot);
    if (!job.expected_start || found.start < *job.expected_start) {
        job.planned_nodes = nodes;
        estimate_only(terms, found.start);
    }
    if (!state_.settings().scheduler.assoc_limit_stop &&
        limit_on_promise(state_, job, terms.record.choice, {terms.request, found.on}) !=
            Reason::none)
        return outcome;
    auto const* qos = qos_of(*state_.config.site, job);
    if (qos != nullptr && qos->flags.no_reserve) return outcome;
    auto const most = settings.node_space_size.value_or(settings.max_job_test);
    if (static_cast<std::int64_t>(plan_.nodes.size()) >= most) {
        outcome.step = CycleStep::end_of_cycle;
        return outcome;
    }
    ++promises_[terms.request.partition];
    promised_nodes_ |= nodes;
    auto const resolution = resolution_of(state_);
    auto const [from, to] = span_on_grid(state_, found.start, terms.length);
    plan_.nodes.promise(from, to, nodes, resolution);
    auto const until = std::max(to, from + resolution);
    plan_.licenses.take(from, until, job.spec->licenses);
    state_.observer.notify(
        [&](JobObserver& observer) { observer.estimated(job, state_.clock.now()); });
    outcome.promised_until = until;
    if (!job.is_meta()) return outcome;
    // The next task of the array may get a promise of its own.
    auto const promised = ++array_promises_[terms.record.slot];
    if (promised < static_cast<std::int64_t>(job.pending_tasks.size()))
        outcome.step = CycleStep::next_task;
    return outcome;
}

/// Lowers the limit of a job with --time-min so that it delays no promise and no reservation (spec 4.8.1).
void BackfillCycle::shorten(JobSlot slot, SearchTerms const& terms) {
    auto& job = state_.jobs.at(slot);
    auto const now = state_.clock.now();
    auto const nodes = node_set(job.allocation, state_.config.site->nodes.size());
    auto limit = *job.limit;
    for (auto const& interval : plan_.nodes.intervals()) {
        if (interval.begin <= now || interval.begin >= job.end) continue;
        if (!interval.nodes.contains_all(nodes))
            limit = std::min(limit, whole_minutes(interval.begin - now));
    }
    for (auto const& held : state_.nodes.reservations.all()) {
        if (held.gone || held.start <= now || held.start >= job.end) continue;
        if (!terms.record.reservation && held.nodes.intersects(nodes))
            limit = std::min(limit, whole_minutes(held.start - now));
    }
    job.limit = std::max(limit, Minutes{*job.spec->request.time_min_minutes});
    job.end = job.start + *job.limit;
    state_.jobs.running.sort(state_.jobs.table, slot);
}

}  // namespace clustersim::slurm
