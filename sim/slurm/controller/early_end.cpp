// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/early_end.hpp"

#include "sim/slurm/controller/backfill_terms.hpp"

#include <algorithm>

namespace clustersim::slurm {

using namespace backfill;

bool EarlyEnd::before(std::size_t position) {
    return memory_.hope.gone(state_, cycle_.plan().nodes, cycle_.order(), position) &&
           sizes_are_known(position) && change_is_settled(position);
}

bool EarlyEnd::sizes_are_known(std::size_t from) {
    if (!estimates_weigh(state_)) return true;
    auto const order = cycle_.order();
    next_unknown_ = std::max(next_unknown_, from);
    while (next_unknown_ < order.size() && memory_.sizes.known(state_, order[next_unknown_]))
        ++next_unknown_;
    return next_unknown_ == order.size();
}

NodeSet const& EarlyEnd::nodes_to_come(std::size_t from) {
    auto const order = cycle_.order();
    bool const first = last_of_.empty();
    if (first) {
        last_of_.assign(state_.config.site->partitions.size(), 0);
        for (std::size_t i = 0; i < order.size(); ++i)
            last_of_[static_cast<std::size_t>(order[i].partition)] = i + 1;
    }
    if (!first && from < to_come_until_) return to_come_;
    to_come_ = NodeSet(state_.config.site->nodes.size());
    to_come_until_ = order.size();
    for (std::size_t p = 0; p < last_of_.size(); ++p) {
        if (last_of_[p] <= from) continue;
        to_come_ |= state_.nodes_of(static_cast<std::int32_t>(p));
        to_come_until_ = std::min(to_come_until_, last_of_[p]);
    }
    return to_come_;
}

/// True if further promises could not affect the next cycle: this cycle has already recorded a
/// change, and there are promises on idle nodes to clear or no further job may have idle nodes.
bool EarlyEnd::change_is_settled(std::size_t from) {
    auto& free = free_;
    free = state_.nodes.use.idle();
    free &= state_.nodes.available;
    free -= state_.nodes.completing;
    if (free.intersects(cycle_.promised())) return true;
    if (!free.empty() && free.intersects(nodes_to_come(from))) return false;
    if (promises_in_use_count(state_) && !cycle_.promised().empty()) return true;
    if (cycle_.moved()) return true;
    if (state_.triggers.changed != state_.clock.now()) return false;
    // A stamp of this instant does not predict the next one.
    memory_.steady_only_before(state_.clock.now());
    return true;
}

}  // namespace clustersim::slurm
