// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/room_finder.hpp"

#include "sim/slurm/controller/backfill_terms.hpp"
#include "sim/slurm/controller/estimate_use.hpp"
#include "sim/slurm/controller/start_attempt.hpp"

#include <algorithm>
#include <utility>

namespace clustersim::slurm {

using namespace backfill;

bool searches_have_effects(ClusterState const& state) {
    return state.settings().gang || state.nodes.without_cores != 0 ||
           !state.selection.scratch.near_left.empty() ||
           state.settings().scheduler.assoc_limit_stop;
}

RoomFinder::RoomFinder(ClusterState& state, BackfillPlan& plan, HopelessTimes& hopeless)
    : state_(state),
      plan_(plan),
      plan_decides_(!settings_of(state).licenses &&
                    std::ranges::all_of(state.nodes.reservations.all(), &HeldReservation::gone)),
      hopeless_(hopeless) {
    hopeless_.clear();
}

RoomFinder::UseVersion RoomFinder::use_version() const {
    return {state_.nodes.use.version(), state_.jobs.running.departures().version()};
}

void RoomFinder::find(RecordSearch& search, SearchRoom& room) {
    search.quick = plan_decides_ && !search.no_reserve && search.record.plain;
    search.counts = search.quick && failures_count(search);
    if (search.counts) {
        auto const version = use_version();
        if (hopeless_version_ != version) hopeless_.clear();
        hopeless_version_ = version;
        hopeless_.begin(
            {search.request.partition, search.request.min_nodes, search.length.seconds()});
    }
    find_from_now(search, room);
    if (search.counts) hopeless_.end();
    if (!search.quick || search.finding.start) return;
    // Without a start, the tests on the way and the last estimate of the job's CPUs count.
    bool const all_estimates = search.counts && !search.weighs;
    search.quick = false;
    search.counts = false;
    if (all_estimates) {
        find_whether_tested(search, room);
        return;
    }
    search.finding = {};
    find_from_now(search, room);
}

/// The times that were left out have no estimate: all that counts is whether a test was made at one
/// of them.
void RoomFinder::find_whether_tested(RecordSearch& search, SearchRoom& room) {
    search.from = state_.clock.now();
    auto const& choice = choice_of(state_.jobs.at(search.record.slot), search.record);
    do {
        search.from =
            plan_.nodes.roomy_from(search.from, search.length.seconds(), search.request.min_nodes);
        if (!find_room_of(search, room)) return;
        search.finding.tested =
            search.finding.tested ||
            std::ranges::any_of(choice.nodes, [&](NodeSet const& alternative) {
                return holds_enough(search.request, room.nodes, alternative, candidates_);
            });
        if (room.later) search.from = *room.later;
    } while (!search.finding.tested && room.later);
}

void RoomFinder::find_from_now(RecordSearch& search, SearchRoom& room) {
    search.from = state_.clock.now();
    for (;;) {
        if (search.counts)
            pass_hopeless_times(search);
        else if (plan_decides_ && !search.no_reserve)
            search.from = next_chance(search);
        if (!find_room_of(search, room)) return;
        bool const may_retry = room.later && !search.no_reserve;
        if (may_retry && room.nodes.empty()) {
            note_failure(search, *room.later);
            search.from = *room.later;
            continue;
        }
        auto const until =
            may_retry && (search.quick || !search.weighs) ? *room.later : Instant::never();
        auto best = earliest(search, room, until);
        if (best.start) {
            auto const free = [this](GridSpan const& span, EstimatedNodes& on) {
                return nodes_free(span, on);
            };
            if (use_estimate(state_, plan_, search, room, std::move(*best.start), free)) return;
            continue;
        }
        if (!may_retry) {
            search.finding.kind = SearchFinding::Kind::nowhere;
            return;
        }
        if (best.by_count) note_failure(search, *room.later);
        search.from = *room.later;
    }
}

bool RoomFinder::find_room_of(RecordSearch& search, SearchRoom& room) {
    auto const least =
        search.finding.tested || search.quick ? search.fewest_nodes() : search.request.min_nodes;
    if (!find_room(state_, plan_, search, {search.from, least}, room)) return false;
    if (room.from <= state_.clock.now() && room.beyond != Instant::never())
        search.steady_only_before(room.beyond - search.length);
    return true;
}

RoomFinder::Earliest
RoomFinder::earliest(RecordSearch& search, SearchRoom const& room, Instant until) {
    auto const& choice = choice_of(state_.jobs.at(search.record.slot), search.record);
    Earliest best;
    best.by_count = true;
    bool enough = false;
    for (auto const& alternative : choice.nodes) {
        if (!holds_enough(search.request, room.nodes, alternative, candidates_)) continue;
        enough = true;
        WillRunQuery query{&choice,
                           &search.request,
                           &candidates_,
                           search.preemptable.get(),
                           leaves_allowed(state_, search.record.slot),
                           search.no_reserve,
                           until,
                           {}};
        if (!search.no_reserve && state_.settings().release.has(ReleaseChange::ends_in_window))
            query.ends = {room.from, room.later.value_or(Instant::never())};
        if (!search.request.sharing) {
            if (too_few_leave(state_, query)) continue;
            query.may_lack = false;
        }
        best.by_count = false;
        auto found = estimate_start(state_, query);
        if (found && (!best.start || found->start < best.start->start))
            best.start = std::move(found);
    }
    search.finding.tested = search.finding.tested || enough;
    return best;
}

bool RoomFinder::nodes_free(GridSpan const& span, EstimatedNodes& on) {
    if (on.open == 0) return plan_.nodes.all_free(span.from, span.to, on.nodes);
    candidates_ = on.nodes;
    if (!plan_.nodes.keep_free(span.from, span.to, candidates_, on.open)) return false;
    settle(state_.selection.scratch, on);
    return candidates_.contains_all(on.nodes);
}

}  // namespace clustersim::slurm
