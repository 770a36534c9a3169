// SPDX-License-Identifier: Apache-2.0
// Cycles that repeat the one before, or begin as it did. Each cycle stamps a change if idle nodes are promised or a
// promise had to move, so that another cycle follows although nothing else has happened. All its
// results depend on ends of jobs and on promises, which stay the same while time passes: until a
// running job is due to end, or until the time window of a tested job reaches the next promise.
#include "sim/slurm/controller/backfill.hpp"
#include "sim/slurm/controller/backfill_terms.hpp"

namespace clustersim::slurm {

using namespace backfill;

bool Backfill::would_repeat(ClusterState const& state) const {
    return state.triggers.changes == changes_seen_ && steady_until_ &&
           state.clock.now() < *steady_until_ && !preempts_ && !searches_have_effects(state) &&
           log_.has_basis(basis_of(state));
}

void Backfill::repeat(ClusterState& state) {
    ++repeated_cycles_;
    if (counts_as_change_) state.stamp();
    count(state);
}

/// Times from which the cycle as a whole would differ.
void Backfill::limit_steadiness(ClusterState const& state) {
    changes_seen_ = state.triggers.changes;
    steady_until_ = Instant::never();
    auto const& settings = settings_of(state);
    bool const moves_with_time = !map_decides_ || settings.running_job_reserve ||
                                 settings.min_age_reserve > 0 || !state.nodes.completing.empty();
    if (moves_with_time) steady_only_before(state.clock.now());
    if (state.jobs.running.departures().size() > 0)
        steady_only_before(state.jobs.running.departures().end(0) - resolution_of(state));
}

SearchLog::Basis Backfill::basis_of(ClusterState const& state) {
    return {state.nodes.use.version(),
            state.jobs.running.departures().version(),
            state.jobs.running.changes(),
            state.nodes.sharing_jobs,
            state.config.site,
            state.nodes.available,
            state.selection.scratch.dearer};
}

void Backfill::begin_log(ClusterState const& state, CycleKind kind) {
    fruitless_.clear();
    equal_repeat_ =
        map_decides_ && kind != CycleKind::whole && !preempts_ && !searches_have_effects(state);
    if (kind == CycleKind::whole || searches_have_effects(state) ||
        *steady_until_ <= state.clock.now())
        log_.close();
    else
        log_.begin(basis_of(state));
}

}  // namespace clustersim::slurm
