// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/backfill.hpp"
#include "sim/slurm/controller/backfill_terms.hpp"
#include "sim/slurm/controller/preemption.hpp"

#include <algorithm>

namespace clustersim::slurm {

using namespace backfill;

namespace {

/// Maximum number of records of a queue that is always tested to its end.
constexpr std::size_t short_queue = 64;

}  // namespace

bool Backfill::searches_have_effects(ClusterState const& state) {
    return state.settings().gang || state.nodes.without_cores != 0 ||
           !state.selection.scratch.near_left.empty() ||
           state.settings().scheduler.assoc_limit_stop;
}

bool Backfill::every_test_matters(ClusterState const& state) {
    // If the size of a job has a weight, its estimate changes its priority.
    return queue_may_preempt(state.settings()) || estimates_weigh(state) ||
           searches_have_effects(state);
}

bool Backfill::may_leave_out(ClusterState const& state) const {
    // A short queue takes little time, and its start estimates are useful.
    return order_.size() > short_queue && !every_test_matters(state);
}

void Backfill::outline_free_nodes(ClusterState const& state) {
    outlined_ = true;
    outline_.clear();
    free_ = state.nodes.use.with_free_core();
    free_ &= state.nodes.available;
    auto count = free_.count();
    for (auto const& interval : plan_.intervals()) {
        if (interval.end <= state.clock.now()) continue;
        if (interval.begin > state.clock.now()) outline_.push_back({interval.begin, count});
        free_ &= interval.nodes;
        count = free_.count();
        if (count == 0) break;
    }
    outline_.push_back({Instant::never(), count});
}

bool Backfill::nobody_can_start(ClusterState const& state, std::size_t from) {
    if (!outlined_) outline_free_nodes(state);
    next_candidate_ = std::max(next_candidate_, from);
    // Promises and starts only take nodes away: a job that could not start before cannot start now.
    for (; next_candidate_ < order_.size(); ++next_candidate_) {
        auto const& record = order_[next_candidate_];
        if (!record.plain) return false;
        auto const end = state.clock.now() + record.minutes;
        auto const step = std::find_if(
            outline_.begin(), outline_.end(), [&](FreeUntil const& one) { return end < one.time; });
        if (step->nodes >= record.nodes && state.jobs.at(record.slot).queued == record.generation)
            return false;
    }
    return true;
}

/// True if further promises could not affect the next cycle: this cycle has already recorded a
/// change, and there are promises on idle nodes to clear.
bool Backfill::change_is_settled(ClusterState const& state) {
    free_ = state.nodes.use.idle();
    free_ &= state.nodes.available;
    free_ -= state.nodes.completing;
    if (!free_.empty()) return free_.intersects(promised_nodes_);
    if (promises_in_use_count(state) && !promised_nodes_.empty()) return true;
    if (!moved_) {
        steady_only_before(
            state.clock.now());  // a stamp of this instant does not predict the next one
    }
    return moved_ || state.triggers.changed == state.clock.now();
}

}  // namespace clustersim::slurm
