// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/backfill_memory.hpp"

#include "sim/slurm/controller/backfill_cycle.hpp"
#include "sim/slurm/controller/backfill_terms.hpp"
#include "sim/slurm/controller/preempt_rules.hpp"
#include "sim/slurm/controller/room_finder.hpp"
#include "sim/slurm/controller/stoppable.hpp"

#include <algorithm>

namespace clustersim::slurm {

using namespace backfill;

namespace {

bool may_preempt(ClusterState const& state, std::span<QueueRecord const> order) {
    if (!queue_may_preempt(state.settings())) return false;
    auto const may_be_stopped = [&](JobSlot slot) {
        return may_ever_be_stopped(state.config, *state.jobs.at(slot).spec);
    };
    return std::ranges::any_of(order, may_be_stopped, &QueueRecord::slot) ||
           std::ranges::any_of(state.jobs.running, may_be_stopped);
}

/// The time from which a cycle as a whole would differ.
Instant whole_cycle_steady_until(ClusterState const& state, bool plan_decides) {
    auto const& settings = settings_of(state);
    auto until = Instant::never();
    bool const moves_with_time = !plan_decides || settings.running_job_reserve ||
                                 settings.min_age_reserve > 0 || !state.nodes.completing.empty();
    if (moves_with_time) until = state.clock.now();
    auto const& departures = state.jobs.running.departures();
    if (departures.size() > 0) until = std::min(until, departures.end(0) - resolution_of(state));
    return until;
}

SearchLog::Basis basis_of(ClusterState const& state) {
    return {state.nodes.use.version(),
            state.jobs.running.departures().version(),
            state.jobs.running.changes(),
            state.nodes.sharing_jobs,
            state.config.site,
            state.nodes.available,
            state.selection.scratch.dearer};
}

}  // namespace

bool BackfillMemory::would_repeat(ClusterState const& state) const {
    return state.triggers.changes == changes_seen_ && state.clock.now() < steady_until_ &&
           !preempts_ && !searches_have_effects(state) && log.has_basis(basis_of(state));
}

void BackfillMemory::repeat(ClusterState& state) {
    ++repeated_cycles_;
    if (counts_as_change_) state.stamp();
    auto const& last = state.counters;
    count_cycle(
        state,
        {last.backfill_last_depth, last.backfill_last_depth_tried, last.backfill_last_table});
}

void BackfillMemory::forget_estimates(ClusterState& state) {
    for (auto const slot : estimated) state.jobs.at(slot).expected_start.reset();
    estimated.clear();
}

void BackfillMemory::begin(ClusterState const& state,
                           std::span<QueueRecord const> order,
                           bool plan_decides) {
    preempts_ = may_preempt(state, order);
    changes_seen_ = state.triggers.changes;
    steady_until_ = whole_cycle_steady_until(state, plan_decides);
    hope.begin();
    fruitless.clear();
    if (searches_have_effects(state) || steady_until_ <= state.clock.now())
        log.close();
    else
        log.begin(basis_of(state));
}

}  // namespace clustersim::slurm
