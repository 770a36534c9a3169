// SPDX-License-Identifier: Apache-2.0
// What happens to a record that has found its place: it starts, or is promised nodes (spec 4.7).
#include "sim/slurm/controller/backfill.hpp"
#include "sim/slurm/controller/backfill_terms.hpp"
#include "sim/slurm/controller/effective_limit.hpp"
#include "sim/slurm/controller/job_claims.hpp"
#include "sim/slurm/controller/start_attempt.hpp"
#include "sim/slurm/controller/start_limits.hpp"

#include <algorithm>

namespace clustersim::slurm {

using namespace backfill;

Backfill::Step
Backfill::act(ClusterState& state, SearchTerms const& terms, SearchFinding const& finding) {
    auto& job = state.jobs.at(terms.record.slot);
    if (finding.tested) ++tests_;
    moved_ = moved_ || finding.moved;
    if (finding.cpus) job.estimated_cpus = *finding.cpus;
    switch (finding.kind) {
        case SearchFinding::Kind::nothing: break;
        case SearchFinding::Kind::nowhere:
            if (job.is_meta() && !terms.record.prefer)
                rejected_arrays_.push_back(terms.record.slot);
            break;
        case SearchFinding::Kind::now: return start_now(state, terms, *finding.start);
        case SearchFinding::Kind::estimate:
            if (!job.expected_start || finding.start->start < *job.expected_start)
                estimate_only(state, terms, finding.start->start);
            break;
        case SearchFinding::Kind::beyond_plan:
            estimate_only(state, terms, finding.start->start);
            break;
        case SearchFinding::Kind::promise: return reserve(state, terms, *finding.start);
    }
    return Step::next_record;
}

void Backfill::estimate_only(ClusterState& state, SearchTerms const& terms, Instant start) {
    state.jobs.at(terms.record.slot).expected_start = start;
    planned_jobs_.push_back(terms.record.slot);
}

Backfill::Step
Backfill::start_now(ClusterState& state, SearchTerms const& terms, WillRun const& found) {
    auto const& settings = settings_of(state);
    if (settings.licenses && !licenses_free(state, terms.record))
        return terms.no_reserve ? Step::next_record : reserve(state, terms, found);
    auto& job = state.jobs.at(terms.record.slot);
    bool const array = job.is_meta();
    auto const limit = job.limit;
    if (terms.start_limit < effective_limit(*state.config.site, job, terms.request.partition))
        job.limit = terms.start_limit;
    auto const slot = terms.record.slot;
    bool const preempted = job.preempt_pass == state.triggers.pass;
    auto const [attempt, started] =
        try_start(state, {&terms.record, &room_.nodes, StartedBy::backfill, false});
    hope_.use_changed();
    fruitless_.clear();
    if (attempt == Attempt::started) {
        ++started_;
        auto const task = started.value();
        if (job.spec->request.time_min_minutes) shorten(state, task, terms);
        if (array && task != slot) job.limit = limit;
        if (settings.running_job_reserve || settings.licenses)
            reserve_running(state, state.jobs.at(task));
        auto const most = settings.max_job_start;
        if (most > 0 && started_ >= most) return Step::end_of_cycle;
        if (array && state.jobs.at(slot).pending()) return Step::next_task;
        return Step::next_record;
    }
    job.limit = limit;
    if (attempt == Attempt::reservation || attempt == Attempt::accounting) return Step::next_record;
    if (preempted && job.is_meta()) {
        // An array preempts others for at most two of its tasks in one cycle.
        rejected_arrays_.push_back(slot);
    }
    return terms.no_reserve ? Step::next_record : reserve(state, terms, found);
}

Backfill::Step
Backfill::reserve(ClusterState& state, SearchTerms const& terms, WillRun const& found) {
    auto const& nodes = found.on.nodes;
    auto const& settings = settings_of(state);
    auto& job = state.jobs.at(terms.record.slot);
    if (!job.expected_start || found.start < *job.expected_start) {
        job.expected_start = found.start;
        job.planned_nodes = nodes;
        planned_jobs_.push_back(terms.record.slot);
    }
    if (!state.settings().scheduler.assoc_limit_stop &&
        limit_on_promise(state, job, terms.record.choice, {terms.request, found.on}) !=
            Reason::none)
        return Step::next_record;
    auto const* qos = qos_of(*state.config.site, job);
    if (qos != nullptr && qos->flags.no_reserve) return Step::next_record;
    if (static_cast<std::int64_t>(plan_.size()) >=
        settings.node_space_size.value_or(settings.max_job_test))
        return Step::end_of_cycle;
    ++promises_[terms.request.partition];
    promised_nodes_ |= nodes;
    auto const resolution = resolution_of(state);
    auto const from = state.clock.floor(found.start, resolution);
    auto const to = end_on_grid(state, found.start + terms.length);
    plan_.promise(from, to, nodes, resolution);
    // A later window reaches beyond the end of the promise.
    if (auto const end = std::max(to, from + resolution); end >= plan_.end())
        steady_only_before(end + resolution - window_of(state));
    licenses_.take(from, std::max(to, from + resolution), job.spec->licenses);
    hope_.promised(state, nodes);
    fruitless_.clear();
    state.observer.notify(
        [&](JobObserver& observer) { observer.estimated(job, state.clock.now()); });
    if (!job.is_meta()) return Step::next_record;
    // The next task of the array may get a promise of its own.
    auto const promised = ++array_promises_[terms.record.slot];
    if (promised >= static_cast<std::int64_t>(job.pending_tasks.size())) return Step::next_record;
    return Step::next_task;
}

void Backfill::shorten(ClusterState& state, JobSlot slot, SearchTerms const& terms) {
    auto& job = state.jobs.at(slot);
    auto const nodes = node_set(job.allocation, state.config.site->nodes.size());
    auto limit = *job.limit;
    for (auto const& interval : plan_.intervals()) {
        if (interval.begin <= state.clock.now() || interval.begin >= job.end) continue;
        if (!interval.nodes.contains_all(nodes))
            limit = std::min(limit, whole_minutes(interval.begin - state.clock.now()));
    }
    for (auto const& held : state.nodes.reservations.all()) {
        if (held.gone || held.start <= state.clock.now() || held.start >= job.end) continue;
        if (!terms.record.reservation && held.nodes.intersects(nodes))
            limit = std::min(limit, whole_minutes(held.start - state.clock.now()));
    }
    job.limit = std::max(limit, Minutes{*job.spec->request.time_min_minutes});
    job.end = job.start + *job.limit;
    state.jobs.running.sort(state.jobs.table, slot);
}

}  // namespace clustersim::slurm
