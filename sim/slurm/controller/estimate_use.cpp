// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/estimate_use.hpp"

#include "sim/slurm/controller/backfill_terms.hpp"

#include <algorithm>
#include <utility>

namespace clustersim::slurm {

using namespace backfill;

namespace {

/// True if the start conflicts with no promise.
bool keeps_promises(ClusterState const& state,
                    BackfillPlan const& plan,
                    SearchTerms const& terms,
                    WillRun& found,
                    NodesFree const& nodes_free) {
    auto const span = span_on_grid(state, found.start, terms.length);
    return nodes_free(span, found.on) &&
           !plan.licenses.short_until(span.from, span.to - Seconds{1}, terms.spec->licenses);
}

}  // namespace

bool use_estimate(ClusterState& state,
                  BackfillPlan const& plan,
                  StartSearch& search,
                  SearchRoom const& room,
                  WillRun found,
                  NodesFree const& nodes_free) {
    using Kind = SearchFinding::Kind;
    auto const now = state.clock.now();
    auto& finding = search.finding;
    auto const end = [&](Kind kind) {
        finding.kind = kind;
        finding.start = std::move(found);
        return true;
    };
    // An estimate before the room begins is a change of the job, which triggers another cycle (spec 4.6.12).
    finding.moved = finding.moved || found.start < room.from;
    if (!search.record.prefer) finding.cpus = found.on.cpus;
    found.start = std::max(found.start, room.from);
    if (found.start <= now) {
        settle(state.selection.scratch, found.on);
        if (found.on.nodes.intersects(state.nodes.completing)) found.start = now + Seconds{1};
    }
    if (found.start <= now) {
        search.steady_only_before(now);
        return end(Kind::now);
    }
    if (search.record.prefer) return end(Kind::nothing);
    if (search.no_reserve) return end(Kind::estimate);
    if (room.later && found.start > *room.later) {
        search.from = *room.later;
        return false;
    }
    auto const resolution = resolution_of(state);
    auto const beyond_window = found.start - window_of(state);
    if (beyond_window + resolution > now) search.steady_only_before(beyond_window - resolution);
    if (beyond_window > now) return end(Kind::beyond_plan);
    if (keeps_promises(state, plan, search, found, nodes_free)) return end(Kind::promise);
    bool const moves_on =
        state.settings().release.has(ReleaseChange::retry_moves_on) && found.start == search.from;
    search.from = moves_on ? found.start + resolution : found.start;
    return false;
}

}  // namespace clustersim::slurm
