// SPDX-License-Identifier: Apache-2.0
// The rule of backfill: in queue order, every job starts now if it delays no earlier job, or is
// promised whole nodes for later. The plan holds the nodes that are promised to nobody, by
// intervals of time, but knows nothing of running jobs. The start estimates know when running jobs
// end, but nothing of promises. So a search alternates between them: it takes the nodes that the
// plan leaves from a time on, estimates when the job could start on them, and if they are promised
// to others then, it continues from a later time.
#include "sim/slurm/controller/backfill_reference.hpp"

#include "sim/slurm/controller/backfill_cycle.hpp"
#include "sim/slurm/controller/estimate_use.hpp"
#include "sim/slurm/controller/search_room.hpp"
#include "sim/slurm/controller/start_attempt.hpp"
#include "sim/slurm/controller/waiting_jobs.hpp"
#include "sim/slurm/controller/will_run.hpp"

#include <cstddef>
#include <optional>
#include <utility>

namespace clustersim::slurm {

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

/// Searches the first start of a record that conflicts with no promise (spec 4.6). `room`: of the last estimate.
void search_start(ClusterState& state, BackfillPlan& plan, StartSearch& search, SearchRoom& room) {
    auto const nodes_free = [&](GridSpan const& span, EstimatedNodes const& on) {
        return plan.nodes.all_free(span.from, span.to, on.nodes);
    };
    search.from = state.clock.now();
    for (;;) {
        if (!find_room(state, plan, search, {search.from}, room)) return;
        auto found = earliest(state, search, room, search.finding.tested);
        if (found) {
            if (use_estimate(state, plan, search, room, std::move(*found), nodes_free)) return;
        } else if (room.later && !search.no_reserve) {
            search.from = *room.later;
        } else {
            search.finding.kind = SearchFinding::Kind::nowhere;
            return;
        }
    }
}

/// Searches a start of one record and does what it entails.
CycleStep place(ClusterState& state, BackfillCycle& cycle, QueueRecord const& record) {
    StartSearch search(cycle.terms_of(record));
    SearchRoom room;
    search_start(state, cycle.plan(), search, room);
    return cycle.act(search, search.finding, room.nodes).step;
}

}  // namespace

void backfill_reference(ClusterState& state) {
    ++state.triggers.pass;
    refresh_waiting(state);
    for (auto const slot : state.jobs.table.in_order()) state.jobs.at(slot).expected_start.reset();
    BackfillCycle cycle(state);
    cycle.walk([&](QueueRecord const& record) { return place(state, cycle, record); },
               [](std::size_t /*position*/) { return false; });
    cycle.finish();
}

}  // namespace clustersim::slurm
