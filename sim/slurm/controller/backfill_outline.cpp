// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/backfill.hpp"
#include "sim/slurm/controller/backfill_terms.hpp"
#include "sim/slurm/controller/preempt_rules.hpp"
#include "sim/slurm/controller/stoppable.hpp"

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

bool Backfill::may_preempt(ClusterState const& state) const {
    if (!queue_may_preempt(state.settings())) return false;
    auto const may_be_stopped = [&](JobSlot slot) {
        return may_ever_be_stopped(state.config, *state.jobs.at(slot).spec);
    };
    return std::ranges::any_of(order_, may_be_stopped, &QueueRecord::slot) ||
           std::ranges::any_of(state.jobs.running, may_be_stopped);
}

bool Backfill::may_leave_out(ClusterState const& state, CycleKind kind) const {
    if (kind == CycleKind::whole || preempts_ || searches_have_effects(state)) return false;
    // A short queue takes little time, and its start estimates are useful.
    return kind == CycleKind::starts_only || order_.size() > short_queue;
}

bool Backfill::may_end_before(ClusterState const& state, std::size_t position) {
    return hope_.gone(state, plan_, order_, position) && sizes_are_known(state, position) &&
           change_is_settled(state, position);
}

bool Backfill::sizes_are_known(ClusterState const& state, std::size_t from) {
    if (!estimates_weigh(state)) return true;
    next_unknown_ = std::max(next_unknown_, from);
    while (next_unknown_ < order_.size() && sizes_.known(state, order_[next_unknown_]))
        ++next_unknown_;
    return next_unknown_ == order_.size();
}

NodeSet const& Backfill::nodes_to_come(ClusterState const& state, std::size_t from) {
    bool const first = last_of_.empty();
    if (first) {
        last_of_.assign(state.config.site->partitions.size(), 0);
        for (std::size_t i = 0; i < order_.size(); ++i)
            last_of_[static_cast<std::size_t>(order_[i].partition)] = i + 1;
    }
    if (!first && from < to_come_until_) return to_come_;
    to_come_ = NodeSet(state.config.site->nodes.size());
    to_come_until_ = order_.size();
    for (std::size_t p = 0; p < last_of_.size(); ++p) {
        if (last_of_[p] <= from) continue;
        to_come_ |= state.nodes_of(static_cast<std::int32_t>(p));
        to_come_until_ = std::min(to_come_until_, last_of_[p]);
    }
    return to_come_;
}

/// True if further promises could not affect the next cycle: this cycle has already recorded a
/// change, and there are promises on idle nodes to clear or no further job may have idle nodes.
bool Backfill::change_is_settled(ClusterState const& state, std::size_t from) {
    free_ = state.nodes.use.idle();
    free_ &= state.nodes.available;
    free_ -= state.nodes.completing;
    if (free_.intersects(promised_nodes_)) return true;
    if (!free_.empty() && free_.intersects(nodes_to_come(state, from))) return false;
    if (promises_in_use_count(state) && !promised_nodes_.empty()) return true;
    if (moved_) return true;
    if (state.triggers.changed != state.clock.now()) return false;
    steady_only_before(state.clock.now());  // a stamp of this instant does not predict the next one
    return true;
}

}  // namespace clustersim::slurm
