// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/search_room.hpp"

#include "sim/slurm/controller/backfill_terms.hpp"

#include <algorithm>

namespace clustersim::slurm {

using namespace backfill;

namespace {

/// Until when too few licences are left for a job that starts at a time; absent if there are enough.
std::optional<Instant> short_of_licenses(ClusterState const& state,
                                         LicensePlan const& plan,
                                         SearchTerms const& terms,
                                         Instant from) {
    auto const& wanted = terms.spec->licenses;
    if (!settings_of(state).licenses || wanted.empty()) return std::nullopt;
    auto needs = wanted;
    auto const end = std::max(from, state.clock.now()) + terms.length;
    bool kept = false;
    for (auto& [license, count] : needs) {
        auto const for_others =
            state.nodes.reservations.licenses_kept(license, from, end, terms.record.reservation);
        count += for_others;
        kept = kept || for_others > 0;
    }
    auto until = plan.short_until(from, end, needs);
    if (auto const over = state.nodes.reservations.next_end(from); until && kept && over)
        until = std::min(*until, *over);
    return until;
}

}  // namespace

bool find_room(ClusterState const& state,
               BackfillPlan& plan,
               SearchTerms const& terms,
               SearchTime const& time,
               SearchRoom& room) {
    auto const& choice = terms.spec->choices[static_cast<std::size_t>(terms.record.choice)];
    ReservationQuery asked;
    asked.when = time.from;
    asked.duration = terms.length.seconds();
    asked.own = terms.record.reservation;
    asked.partition = &state.nodes_of(choice.partition);
    asked.partition_index = choice.partition;
    asked.required = choice.request.has_required() ? &choice.request.required : nullptr;
    asked.may_move = true;
    auto const answer = state.nodes.reservations.test(asked, state.clock.now());
    if (answer.kind != ReservationAnswer::Kind::usable) return false;
    room.from = answer.when;
    auto const end = std::max(room.from, state.clock.now()) + terms.length;
    room.nodes = state.nodes_of(choice.partition);
    room.nodes &= state.nodes.available;
    if (answer.allowed) room.nodes &= *answer.allowed;
    auto const walk = plan.nodes.restrict(room.from, end, room.nodes, time.least);
    room.later = walk.later;
    room.beyond = walk.beyond;
    if (answer.overlap) {
        if (auto const over = state.nodes.reservations.next_end(room.from)) {
            auto const retry = state.clock.ceiling(*over, resolution_of(state)) + Seconds{1};
            if (retry < plan.nodes.end() && (!room.later || retry < *room.later))
                room.later = retry;
        }
    }
    if (auto const until = short_of_licenses(state, plan.licenses, terms, room.from)) {
        room.nodes.clear();
        room.later = until;
    }
    return true;
}

bool holds_enough(ResourceRequest const& request,
                  NodeSet const& room,
                  NodeSet const& alternative,
                  NodeSet& candidates) {
    candidates = room;
    candidates &= alternative;
    return candidates.count() >= request.min_nodes &&
           (!request.has_required() || candidates.contains_all(request.required));
}

/// A job that requested to share its cores is first tested as if it did not share, and as sharing
/// only if that finds no start now. It may thus be promised nodes on which it then cannot start.
std::optional<WillRun> estimate_start(ClusterState& state, WillRunQuery query) {
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

GridSpan span_on_grid(ClusterState const& state, Instant start, Minutes length) {
    return {state.clock.floor(start, resolution_of(state)), end_on_grid(state, start + length)};
}

}  // namespace clustersim::slurm
