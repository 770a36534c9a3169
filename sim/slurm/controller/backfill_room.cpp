// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/backfill.hpp"
#include "sim/slurm/controller/backfill_terms.hpp"
#include "sim/slurm/controller/job_room.hpp"
#include "sim/slurm/controller/start_attempt.hpp"

#include <algorithm>

namespace clustersim::slurm {

using namespace backfill;

namespace {

/// As NodePlan::reachable_from, for a job that needs nodes with room for it.
Instant with_room_from(
    NodePlan const& plan, JobRoom const& room, Instant start, Seconds length, std::int32_t least) {
    auto const& departures = room.now().jobs.running.departures();
    for (;;) {
        auto const later = plan.later(start, start + length);
        if (!later) return plan.roomy_from(start, length, least);
        auto const first = std::ranges::partition_point(
            plan.intervals(), [&](NodePlan::Interval const& one) { return one.end <= start; });
        if (first->count < least || !room.suffices(departures.ended_by(*later), first->nodes)) {
            start = *later;
            continue;
        }
        auto const roomy = plan.roomy_from(start, length, least);
        if (roomy == start) return start;
        start = roomy;
    }
}

}  // namespace

bool Backfill::find_room(ClusterState& state, Search const& search, Room& room) {
    auto const& job = state.jobs.at(search.record.slot);
    auto const& choice = job.spec->choices[static_cast<std::size_t>(search.record.choice)];
    ReservationQuery asked;
    asked.when = search.from;
    asked.duration = search.length.seconds();
    asked.own = search.record.reservation;
    asked.partition = &state.nodes_of(choice.partition);
    asked.partition_index = choice.partition;
    asked.required = choice.request.has_required() ? &choice.request.required : nullptr;
    asked.may_move = true;
    auto const answer = state.nodes.reservations.test(asked, state.clock.now());
    if (answer.kind != ReservationAnswer::Kind::usable) return false;
    room.from = answer.when;
    auto const end = std::max(room.from, state.clock.now()) + search.length;
    room.nodes = state.nodes_of(choice.partition);
    room.nodes &= state.nodes.available;
    if (answer.allowed) room.nodes &= *answer.allowed;
    auto const least =
        search.finding.tested || search.quick ? search.fewest_nodes() : search.request.min_nodes;
    auto const walk = plan_.restrict(room.from, end, room.nodes, least);
    room.later = walk.later;
    if (room.from <= state.clock.now() && walk.beyond != Instant::never())
        steady_only_before(state.clock.now() + (walk.beyond - end));
    if (answer.overlap) {
        if (auto const over = state.nodes.reservations.next_end(room.from)) {
            auto const retry = state.clock.ceiling(*over, resolution_of(state)) + Seconds{1};
            if (retry < plan_.end() && (!room.later || retry < *room.later)) room.later = retry;
        }
    }
    if (auto const until = short_of_licenses(state, search, room.from)) {
        room.nodes.clear();
        room.later = until;
    }
    return true;
}

std::optional<Instant>
Backfill::short_of_licenses(ClusterState const& state, Search const& search, Instant from) const {
    auto const& wanted = state.jobs.at(search.record.slot).spec->licenses;
    if (!settings_of(state).licenses || wanted.empty()) return std::nullopt;
    auto needs = wanted;
    auto const end = std::max(from, state.clock.now()) + search.length;
    bool kept = false;
    for (auto& [license, count] : needs) {
        auto const for_others =
            state.nodes.reservations.licenses_kept(license, from, end, search.record.reservation);
        count += for_others;
        kept = kept || for_others > 0;
    }
    auto until = licenses_.short_until(from, end, needs);
    if (auto const over = state.nodes.reservations.next_end(from); until && kept && over)
        until = std::min(*until, *over);
    return until;
}

Instant Backfill::next_chance(ClusterState& state, Search const& search) {
    // A test counts even if it fails: only those after the first may be left out, unless another
    // one follows.
    if (!search.finding.tested && !search.quick)
        return plan_.roomy_from(search.from, search.length.seconds(), search.request.min_nodes);
    auto const& choice = choice_of(state.jobs.at(search.record.slot), search.record);
    auto const length = search.length.seconds();
    auto const least = search.fewest_nodes();
    if (search.weighs && !search.quick) return plan_.roomy_from(search.from, length, least);
    std::vector<JobSlot> const nobody;
    auto const& preempted = search.preemptable ? *search.preemptable : nobody;
    WillRunQuery query;
    query.choice = &choice;
    query.request = &search.request;
    query.candidates = &state.nodes_of(choice.partition);
    if (JobRoom const room(state, query, preempted); room.known())
        return with_room_from(plan_, room, search.from, length, least);
    if (!preempted.empty() || state.nodes.without_cores > 0 || state.settings().gang ||
        !state.selection.scratch.near_left.empty())
        return plan_.roomy_from(search.from, length, least);
    return next_reachable(state, search);
}

Instant Backfill::next_reachable(ClusterState& state, Search const& search) {
    auto const& use = state.nodes.use;
    auto& departures = state.jobs.running.departures();
    if (UseVersion const now{use.version(), departures.version()}; reach_version_ != now) {
        reach_version_ = now;
        plan_.forget_reach();
    }
    return plan_.reachable_from(search.from,
                                search.length.seconds(),
                                search.fewest_nodes(),
                                [&](NodeSet const& nodes, Instant by) {
                                    free_ = use.with_free_core();
                                    departures.insert_left(departures.ended_by(by), free_);
                                    return free_.count_common(nodes);
                                });
}

}  // namespace clustersim::slurm
