// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/backfill.hpp"

#include "sim/slurm/controller/backfill_terms.hpp"
#include "sim/slurm/controller/early_end.hpp"
#include "sim/slurm/controller/waiting_jobs.hpp"

namespace clustersim::slurm {

using namespace backfill;

namespace {

/// Maximum number of records of a queue that is tested to its end: this takes little time, and the start estimates are
/// useful.
constexpr std::size_t short_queue = 64;

}  // namespace

void Backfill::cycle(ClusterState& state, CycleKind kind) {
    ++state.triggers.pass;
    refresh_waiting(state);
    if (memory_.would_repeat(state)) {
        memory_.repeat(state);
        return;
    }
    memory_.forget_estimates(state);
    Work work(state, memory_);
    auto& cycle = work.cycle;
    auto const order = cycle.order();
    memory_.begin(state, order, work.finder.plan_decides());
    bool const repeatable = !memory_.preempts() && !searches_have_effects(state);
    work.equal_repeat = repeatable && work.finder.plan_decides();
    bool const leave_out =
        repeatable && (kind == CycleKind::starts_only || order.size() > short_queue);
    EarlyEnd early_end(state, cycle, memory_);
    constexpr std::size_t ahead = 4;
    cycle.walk([&](QueueRecord const& record) { return place(work, record); },
               [&](std::size_t i) {
                   if (i + ahead < order.size()) state.jobs.table.prefetch(order[i + ahead].slot);
                   return leave_out && early_end.before(i);
               });
    memory_.end(cycle.finish());
    memory_.estimated.swap(cycle.estimated());
}

CycleStep Backfill::place(Work& work, QueueRecord const& record) {
    auto const now = work.state.clock.now();
    // The deadline of the job or the end of its wait for switches approaches.
    if (!record.plain) memory_.steady_only_before(now);
    RecordSearch search(work.cycle.terms_of(record));
    if (auto const* known = memory_.log.next(search, now)) {
        memory_.steady_only_before(memory_.log.steady_until());
        return act(work, search, *known);
    }
    find(work, search);
    memory_.steady_only_before(search.steady_until);
    auto const step = act(work, search, search.finding);
    memory_.log.add(search, search.finding, now, memory_.steady_until());
    return step;
}

void Backfill::find(Work& work, RecordSearch& search) {
    auto& fruitless = memory_.fruitless;
    search.weighs = estimates_weigh(work.state) && !memory_.sizes.known(work.state, search.record);
    bool const comparable = work.equal_repeat && search.record.plain && !search.record.prefer;
    if (auto const* known = comparable ? fruitless.find(search, search.weighs) : nullptr) {
        search.finding = *known;
        return;
    }
    work.finder.find(search, work.room);
    if (comparable) fruitless.add(search, search.weighs, search.finding);
}

CycleStep Backfill::act(Work& work, SearchTerms const& terms, SearchFinding const& finding) {
    // A finding of the log is never a start: if there is a start, the room of the last search is
    // that of this one.
    auto const outcome = work.cycle.act(terms, finding, work.room.nodes);
    if (outcome.attempted) memory_.hope.use_changed();
    if (outcome.promised_until) {
        // A later window reaches beyond the end of the promise.
        if (auto const end = *outcome.promised_until; end >= work.cycle.plan().nodes.end())
            memory_.steady_only_before(end + resolution_of(work.state) - window_of(work.state));
        memory_.hope.promised(work.state, finding.start->on.nodes);
    }
    if (outcome.attempted || outcome.promised_until) memory_.fruitless.clear();
    return outcome.step;
}

}  // namespace clustersim::slurm
