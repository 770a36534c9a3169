// SPDX-License-Identifier: Apache-2.0
// The times that a search passes over: those without room in the plan, and those at which an earlier search of the cycle
// failed.
#include "sim/slurm/controller/backfill_terms.hpp"
#include "sim/slurm/controller/job_room.hpp"
#include "sim/slurm/controller/room_finder.hpp"
#include "sim/slurm/controller/start_attempt.hpp"

#include <algorithm>

namespace clustersim::slurm {

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

Instant RoomFinder::next_chance(RecordSearch const& search) {
    auto const length = search.length.seconds();
    auto const from = search.from;
    // A test counts even if it fails: only those after the first may be left out, unless another
    // one follows.
    if (!search.finding.tested && !search.quick)
        return plan_.nodes.roomy_from(from, length, search.request.min_nodes);
    auto const& choice = choice_of(state_.jobs.at(search.record.slot), search.record);
    auto const least = search.fewest_nodes();
    if (search.weighs && !search.quick) return plan_.nodes.roomy_from(from, length, least);
    std::vector<JobSlot> const nobody;
    auto const& preempted = search.preemptable ? *search.preemptable : nobody;
    WillRunQuery query;
    query.choice = &choice;
    query.request = &search.request;
    query.candidates = &state_.nodes_of(choice.partition);
    if (JobRoom const room(state_, query, preempted); room.known())
        return with_room_from(plan_.nodes, room, from, length, least);
    if (!preempted.empty() || state_.nodes.without_cores > 0 || state_.settings().gang ||
        !state_.selection.scratch.near_left.empty())
        return plan_.nodes.roomy_from(from, length, least);
    return next_reachable(search);
}

Instant RoomFinder::next_reachable(RecordSearch const& search) {
    auto const& use = state_.nodes.use;
    auto& departures = state_.jobs.running.departures();
    if (auto const version = use_version(); reach_version_ != version) {
        reach_version_ = version;
        plan_.nodes.forget_reach();
    }
    return plan_.nodes.reachable_from(search.from,
                                      search.length.seconds(),
                                      search.fewest_nodes(),
                                      [&](NodeSet const& nodes, Instant by) {
                                          reachable_ = use.with_free_core();
                                          departures.insert_left(departures.ended_by(by),
                                                                 reachable_);
                                          return reachable_.count_common(nodes);
                                      });
}

bool RoomFinder::failures_count(RecordSearch const& search) const {
    auto const& request = search.request;
    return request.whole_nodes && !request.sharing && !request.overlapping &&
           !search.record.prefer && search.fewest_nodes() == request.min_nodes &&
           (!search.preemptable || search.preemptable->empty()) && !searches_have_effects(state_);
}

void RoomFinder::note_failure(RecordSearch const& search, Instant until) {
    if (!search.counts || search.request.has_required()) return;
    auto const& alternatives =
        search.spec->choices[static_cast<std::size_t>(search.record.choice)].nodes;
    if (alternatives.size() == 1 &&
        alternatives.front() == state_.nodes_of(search.request.partition))
        hopeless_.note(search.from, until);
}

void RoomFinder::pass_hopeless_times(RecordSearch& search) {
    for (;;) {
        for (;;) {
            auto const later = plan_.nodes.later(search.from, search.from + search.length);
            if (!later || !hopeless_.fails(search.from, *later)) break;
            search.from = *later;
        }
        auto const next = next_chance(search);
        if (next == search.from) return;
        search.from = next;
    }
}

}  // namespace clustersim::slurm
