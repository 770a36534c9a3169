// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/backfill.hpp"
#include "sim/slurm/controller/backfill_terms.hpp"
#include "sim/slurm/controller/start_attempt.hpp"

#include <algorithm>

namespace clustersim::slurm {

using namespace backfill;

namespace {

/// A job that requested to share its cores is first tested as if it did not share, and as sharing
/// only if that finds no start now (spec 4.6.10). It may thus be promised nodes on which it then
/// cannot start.
std::optional<WillRun> estimate(ClusterState& state, WillRunQuery query) {
    auto const& partition =
        state.config.site->partitions[static_cast<std::size_t>(query.request->partition)];
    if (!query.request->sharing || partition.oversubscribe != OverSubscribe::yes)
        return will_run(state, query);
    auto const* shared = query.request;
    auto alone = *shared;
    alone.sharing = false;
    alone.overlapping = state.settings().gang;
    query.request = &alone;
    auto found = will_run(state, query);
    if (found && found->start <= state.clock.now()) return found;
    query.request = shared;
    return will_run(state, query);
}

/// Puts the nodes of one alternative that have room into `candidates`; returns whether a test among them is worth it.
bool holds_enough(ResourceRequest const& request,
                  NodeSet const& room,
                  NodeSet const& alternative,
                  NodeSet& candidates) {
    candidates = room;
    candidates &= alternative;
    return candidates.count() >= request.min_nodes &&
           (!request.has_required() || candidates.contains_all(request.required));
}

}  // namespace

std::optional<WillRun> Backfill::earliest(ClusterState& state, Search& search, Instant until) {
    auto& candidates = candidates_;
    auto const& choice = choice_of(state.jobs.at(search.record.slot), search.record);
    std::optional<WillRun> best;
    bool enough = false;
    search.counted = true;
    for (auto const& alternative : choice.nodes) {
        if (!holds_enough(search.request, room_.nodes, alternative, candidates)) continue;
        enough = true;
        WillRunQuery query{&choice,
                           &search.request,
                           &candidates,
                           search.preemptable.get(),
                           leaves_allowed(state, search.record.slot),
                           search.no_reserve,
                           until,
                           {}};
        if (!search.no_reserve && state.settings().release.has(ReleaseChange::ends_in_window))
            query.ends = {room_.from, room_.later.value_or(Instant::never())};
        if (!search.request.sharing) {
            if (too_few_leave(state, query)) continue;
            query.may_lack = false;
        }
        search.counted = false;
        auto found = estimate(state, query);
        if (found && (!best || found->start < best->start)) best = std::move(found);
    }
    search.finding.tested = search.finding.tested || enough;
    return best;
}

Backfill::Step Backfill::place(ClusterState& state, Search& search) {
    if (auto const* known = log_.next(search, state.clock.now())) {
        steady_only_before(log_.steady_until());
        return act(state, search, *known);
    }
    search.weighs = estimates_weigh(state) && !sizes_.known(state, search.record);
    bool const comparable = equal_repeat_ && search.record.plain && !search.record.prefer;
    if (auto const* known = comparable ? fruitless_.find(search, search.weighs) : nullptr) {
        search.finding = *known;
    } else {
        find(state, search);
        if (comparable) fruitless_.add(search, search.weighs, search.finding);
    }
    auto const step = act(state, search, search.finding);
    log_.add(search, search.finding, state.clock.now(), *steady_until_);
    return step;
}

void Backfill::find(ClusterState& state, Search& search) {
    search.quick = map_decides_ && !search.no_reserve && search.record.plain;
    search.counts = search.quick && failures_count(state, search);
    if (search.counts) {
        UseVersion const version{state.nodes.use.version(),
                                 state.jobs.running.departures().version()};
        if (hopeless_version_ != version) hopeless_.clear();
        hopeless_version_ = version;
        hopeless_.begin(
            {search.request.partition, search.request.min_nodes, search.length.seconds()});
    }
    find_from_now(state, search);
    if (search.counts) hopeless_.end();
    if (!search.quick || search.finding.start) return;
    // Without a start, tests on the way count, and the last estimate of the job's CPUs.
    bool const all_estimates = search.counts && !search.weighs;
    if (all_estimates) {
        // The times that were left out have no estimate: it only counts whether a test was made at one of them.
        search.quick = false;
        search.counts = false;
        search.from = state.clock.now();
        auto const& choice = choice_of(state.jobs.at(search.record.slot), search.record);
        do {
            search.from =
                plan_.roomy_from(search.from, search.length.seconds(), search.request.min_nodes);
            if (!find_room(state, search, room_)) return;
            search.finding.tested =
                search.finding.tested ||
                std::ranges::any_of(choice.nodes, [&](NodeSet const& alternative) {
                    return holds_enough(search.request, room_.nodes, alternative, candidates_);
                });
            if (room_.later) search.from = *room_.later;
        } while (!search.finding.tested && room_.later);
        return;
    }
    search.quick = false;
    search.counts = false;
    search.finding = {};
    search.from = state.clock.now();
    find_from_now(state, search);
}

void Backfill::find_from_now(ClusterState& state, Search& search) {
    auto& room = room_;
    for (;;) {
        if (search.counts)
            pass_hopeless_times(state, search);
        else if (map_decides_ && !search.no_reserve)
            search.from = next_chance(state, search);
        if (!find_room(state, search, room)) return;
        bool const may_retry = room.later && !search.no_reserve;
        if (may_retry && room.nodes.empty()) {
            search.counted = true;
            note_failure(state, search, *room.later);
            search.from = *room.later;
            continue;
        }
        auto const until =
            may_retry && (search.quick || !search.weighs) ? *room.later : Instant::never();
        if (auto best = earliest(state, search, until)) {
            if (use_estimate(state, search, room, std::move(*best))) return;
            continue;
        }
        if (!may_retry) {
            search.finding.kind = SearchFinding::Kind::nowhere;
            return;
        }
        note_failure(state, search, *room.later);
        search.from = *room.later;
    }
}

/// True if the plan leaves the estimated nodes free; nodes are chosen only if it leaves enough.
bool Backfill::all_free(ClusterState& state, Instant from, Instant to, Estimate& on) {
    if (on.open > 0) {
        candidates_ = on.nodes;
        if (!plan_.keep_free(from, to, candidates_, on.open)) return false;
        settle(state.selection.scratch, on);
        return candidates_.contains_all(on.nodes);
    }
    return plan_.all_free(from, to, on.nodes);
}

/// How a start estimate ends the search if no nodes are to be promised for it; else `promise`.
SearchFinding::Kind
Backfill::without_promise(ClusterState const& state, Search const& search, WillRun const& found) {
    using enum SearchFinding::Kind;
    if (found.start <= state.clock.now()) {
        steady_only_before(state.clock.now());
        return now;
    }
    if (search.record.prefer) return nothing;
    return search.no_reserve ? estimate : promise;
}

bool Backfill::use_estimate(ClusterState& state, Search& search, Room const& room, WillRun found) {
    auto& finding = search.finding;
    if (!search.record.prefer) finding.cpus = found.on.cpus;
    // Slurm records this as a change of the job, which triggers another cycle.
    finding.moved = finding.moved || found.start < room.from;
    found.start = std::max(found.start, room.from);
    if (found.start <= state.clock.now()) {
        settle(state.selection.scratch, found.on);
        if (found.on.nodes.intersects(state.nodes.completing))
            found.start = state.clock.now() + Seconds{1};
    }
    auto kind = without_promise(state, search, found);
    if (kind == SearchFinding::Kind::promise) {
        if (room.later && found.start > *room.later) {
            search.from = *room.later;
            return false;
        }
        auto const resolution = resolution_of(state);
        auto const beyond_window = found.start - window_of(state);
        if (beyond_window + resolution > state.clock.now())
            steady_only_before(beyond_window - resolution);
        auto const from = state.clock.floor(found.start, resolution);
        auto const to = end_on_grid(state, found.start + search.length);
        if (beyond_window > state.clock.now()) {
            kind = SearchFinding::Kind::beyond_plan;
        } else if (!all_free(state, from, to, found.on) ||
                   licenses_.short_until(from, to - Seconds{1}, search.spec->licenses)) {
            auto const raise = state.settings().release.has(ReleaseChange::retry_moves_on) &&
                               found.start == search.from;
            search.from = raise ? found.start + resolution : found.start;
            return false;
        }
    }
    finding.kind = kind;
    finding.start = std::move(found);
    return true;
}

}  // namespace clustersim::slurm
