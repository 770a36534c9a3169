// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/backfill.hpp"
#include "sim/slurm/controller/backfill_terms.hpp"
#include "sim/slurm/controller/eligibility.hpp"
#include "sim/slurm/controller/job_room.hpp"
#include "sim/slurm/controller/preemption.hpp"
#include "sim/slurm/controller/start_attempt.hpp"
#include "sim/slurm/controller/start_limits.hpp"

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

Backfill::Search Backfill::search_for(ClusterState& state, QueueRecord const& record) const {
    auto const& settings = settings_of(state);
    auto const& job = state.jobs.at(record.slot);
    auto const& choice = job.spec->choices[static_cast<std::size_t>(record.choice)];
    Search search;
    search.record = record;
    search.spec = job.spec;
    search.request = bounded_request(state.accounting, state.config, job, record.choice);
    auto const limit = effective_limit(*state.config.site, job, choice.partition);
    search.length = limit;
    search.start_limit = limit;
    auto const& asked = job.spec->request;
    if (asked.deadline) {
        search.length = std::min(limit, whole_minutes(*asked.deadline - state.clock.now()));
        search.start_limit = search.length;
    } else if (auto const least = limit_of(asked.time_min_minutes); least && *least < limit) {
        search.length = *least;
        // Before 25.11 the job starts with this limit (spec 4.8.2).
        bool const longest = state.settings().release.has(ReleaseChange::longest_limit) ||
                             state.settings().scheduler.time_min_as_soft_limit;
        search.start_limit = longest ? limit : search.length;
    }
    auto const* qos = qos_of(*state.config.site, job);
    if (qos != nullptr && qos->flags.no_reserve && queue_may_preempt(state.settings()))
        search.length = Minutes{1};
    auto const threshold = qos != nullptr && qos->min_prio_threshold ? *qos->min_prio_threshold
                                                                     : settings.min_prio_reserve;
    auto const promised = promises_.find(choice.partition);
    search.no_reserve = std::int64_t{record.priority} < threshold ||
                        state.clock.now() - job.eligible.value_or(state.clock.now()) <
                            Seconds{settings.min_age_reserve} ||
                        record.prefer || (settings.one_resv_per_job && job.expected_start) ||
                        (settings.job_part_count_reserve > 0 && promised != promises_.end() &&
                         promised->second >= settings.job_part_count_reserve);
    search.from = state.clock.now();
    if (queue_may_preempt(state.settings()))
        search.preemptable = preemption_candidates(state, job, record.choice);
    return search;
}

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

std::optional<WillRun> Backfill::earliest(ClusterState& state, Search& search, Instant until) {
    auto& candidates = candidates_;
    auto const& choice = choice_of(state.jobs.at(search.record.slot), search.record);
    std::optional<WillRun> best;
    bool enough = false;
    search.counted = true;
    for (auto const& alternative : choice.nodes) {
        candidates = room_.nodes;
        candidates &= alternative;
        if (candidates.count() < search.request.min_nodes) continue;
        if (search.request.has_required() && !candidates.contains_all(search.request.required))
            continue;
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

Instant Backfill::next_chance(ClusterState& state, Search const& search) {
    // A test counts even if it fails: only those after the first may be left out, unless another
    // one follows.
    if (!search.finding.tested && !search.quick)
        return plan_.roomy_from(search.from, search.length.seconds(), search.request.min_nodes);
    auto const& choice = choice_of(state.jobs.at(search.record.slot), search.record);
    auto const length = search.length.seconds();
    auto const least = search.fewest_nodes();
    if (estimates_weigh(state) && !search.quick)
        return plan_.roomy_from(search.from, length, least);
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

Backfill::Step Backfill::place(ClusterState& state, Search& search) {
    if (auto const* known = log_.next(search, state.clock.now())) {
        steady_only_before(log_.steady_until());
        return act(state, search, *known);
    }
    find(state, search);
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
            may_retry && (search.quick || !estimates_weigh(state)) ? *room.later : Instant::never();
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
