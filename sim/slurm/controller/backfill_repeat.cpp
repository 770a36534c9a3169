// SPDX-License-Identifier: Apache-2.0
// Cycles that come out as the one before. Each cycle stamps a change when idle nodes are promised or a
// promise had to move, so that the next follows though nothing else has happened. All its answers
// hang on ends of jobs and on promises, which stand still while the present moves on: until a running
// job is due, or the window of a job that was looked at reaches the next promise.
#include "sim/slurm/controller/backfill.hpp"
#include "sim/slurm/controller/backfill_terms.hpp"

namespace clustersim::slurm {

using namespace backfill;

bool Backfill::would_repeat(ClusterState const& state) const {
    return state.triggers.changes == changes_seen_ && steady_until_ &&
           state.clock.now() < *steady_until_ && !every_test_matters(state);
}

void Backfill::repeat(ClusterState& state) {
    if (moved_ || !state.nodes.planned.empty()) {
        state.stamp();
    }
    count(state);
}

/// What the cycle as a whole would have otherwise later on.
void Backfill::limit_steadiness(ClusterState const& state) {
    changes_seen_ = state.triggers.changes;
    steady_until_ = Instant::never();
    auto const& settings = settings_of(state);
    bool const moves_with_time = !map_decides_ || settings.running_job_reserve ||
                                 settings.min_age_reserve > 0 || !state.nodes.completing.empty();
    if (moves_with_time) {
        steady_only_before(state.clock.now());
    }
    if (state.jobs.running.departures().size() > 0) {
        steady_only_before(state.jobs.running.departures().end(0) - resolution_of(state));
    }
}

}  // namespace clustersim::slurm
