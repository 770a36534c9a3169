// SPDX-License-Identifier: Apache-2.0
// The rule of backfill: in queue order, every job starts now if it delays no earlier job, or is
// promised whole nodes for later. The plan holds the nodes that are promised to nobody, by
// intervals of time, but knows nothing of running jobs. The start estimates know when running jobs
// end, but nothing of promises. So a search alternates between them: it takes the nodes that the
// plan leaves from a time on, estimates when the job could start on them, and if they are promised
// to others then, it continues from a later time.
#include "sim/slurm/controller/backfill_reference.hpp"

#include "sim/slurm/controller/backfill_cycle.hpp"
#include "sim/slurm/controller/backfill_terms.hpp"
#include "sim/slurm/controller/search_room.hpp"
#include "sim/slurm/controller/start_attempt.hpp"
#include "sim/slurm/controller/waiting_jobs.hpp"
#include "sim/slurm/controller/will_run.hpp"

#include <algorithm>

namespace clustersim::slurm {

using namespace backfill;

namespace {

/// The earliest start that an alternative of the job's nodes gives in the room, whatever is promised to others. Sets
/// `tested` if there was one to test.
std::optional<WillRun>
earliest(ClusterState& state, SearchTerms const& terms, SearchRoom const& room, bool& tested) {
    auto const& choice = choice_of(state.jobs.at(terms.record.slot), terms.record);
    std::optional<WillRun> best;
    NodeSet candidates;
    for (auto const& alternative : choice.nodes) {
        if (!holds_enough(terms.request, room.nodes, alternative, candidates)) continue;
        tested = true;
        WillRunQuery query;
        query.choice = &choice;
        query.request = &terms.request;
        query.candidates = &candidates;
        query.preemptable = terms.preemptable.get();
        query.leaves = leaves_allowed(state, terms.record.slot);
        query.now_only = terms.no_reserve;
        if (!terms.no_reserve && state.settings().release.has(ReleaseChange::ends_in_window))
            query.ends = {room.from, room.later.value_or(Instant::never())};
        auto found = estimate_start(state, query);
        if (found && (!best || found->start < best->start)) best = std::move(found);
    }
    if (best) settle(state.selection.scratch, best->on);
    return best;
}

/// True if the start conflicts with no promise.
bool keeps_promises(ClusterState const& state,
                    BackfillPlan const& plan,
                    SearchTerms const& terms,
                    WillRun const& found) {
    auto const [from, to] = span_on_grid(state, found.start, terms.length);
    return plan.nodes.all_free(from, to, found.on.nodes) &&
           !plan.licenses.short_until(from, to - Seconds{1}, terms.spec->licenses);
}

/// Searches the first start of a record that conflicts with no promise (spec 4.6). `room`: of the last estimate.
SearchFinding
search_start(ClusterState& state, BackfillPlan& plan, SearchTerms const& terms, SearchRoom& room) {
    using Kind = SearchFinding::Kind;
    auto const now = state.clock.now();
    SearchFinding finding;
    auto const end = [&](Kind kind) {
        finding.kind = kind;
        return finding;
    };
    auto from = now;
    for (;;) {
        if (!find_room(state, plan, terms, {from}, room)) return end(Kind::nothing);
        bool const may_retry = room.later && !terms.no_reserve;
        auto found = earliest(state, terms, room, finding.tested);
        if (!found) {
            if (!may_retry) return end(Kind::nowhere);
            from = *room.later;
            continue;
        }
        // An estimate before the room begins is a change of the job, which triggers another cycle (spec 4.6.12).
        finding.moved = finding.moved || found->start < room.from;
        auto start = std::max(found->start, room.from);
        if (start <= now && found->on.nodes.intersects(state.nodes.completing))
            start = now + Seconds{1};
        found->start = start;
        if (!terms.record.prefer) finding.cpus = found->on.cpus;
        finding.start = std::move(found);
        if (start <= now) return end(Kind::now);
        if (terms.record.prefer) return end(Kind::nothing);
        if (terms.no_reserve) return end(Kind::estimate);
        if (may_retry && start > *room.later) {
            from = *room.later;
            continue;
        }
        if (start > now + window_of(state)) return end(Kind::beyond_plan);
        if (keeps_promises(state, plan, terms, *finding.start)) return end(Kind::promise);
        bool const moves_on =
            state.settings().release.has(ReleaseChange::retry_moves_on) && start == from;
        from = moves_on ? start + resolution_of(state) : start;
    }
}

/// Searches a start of one record and does what it entails.
CycleStep place(ClusterState& state, BackfillCycle& cycle, QueueRecord const& record) {
    auto const terms = cycle.terms_of(record);
    SearchRoom room;
    auto const finding = search_start(state, cycle.plan(), terms, room);
    return cycle.act(terms, finding, room.nodes).step;
}

}  // namespace

void backfill_reference(ClusterState& state) {
    ++state.triggers.pass;
    refresh_waiting(state);
    for (auto const slot : state.jobs.table.in_order()) state.jobs.at(slot).expected_start.reset();
    BackfillCycle cycle(state);
    for (auto const& record : cycle.order()) {
        if (cycle.tested_enough()) break;
        auto step = CycleStep::next_task;
        for (bool first = true; step == CycleStep::next_task; first = false)
            step =
                cycle.skips(record, first) ? CycleStep::next_record : place(state, cycle, record);
        if (step == CycleStep::end_of_cycle) break;
    }
    cycle.finish();
}

}  // namespace clustersim::slurm
