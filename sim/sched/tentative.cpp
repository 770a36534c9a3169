// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/tentative.hpp"

namespace clustersim {

void Tentative::start(PendingQueue::Slot slot) {
    PendingJob const& job = view_.queue[slot];
    free_units_ -= job.total_units();
    Decisions::Start decision{slot, 0, 0};
    if (!view_.counted()) {
        std::size_t const first = decisions_.ranges.size();
        changed().allocate(job.nodes, job.units, decisions_.ranges);
        decision.first_range = static_cast<std::uint32_t>(first);
        decision.range_count = static_cast<std::uint32_t>(decisions_.ranges.size() - first);
    }
    decisions_.starts.push_back(decision);
}

void Tentative::start_on(PendingQueue::Slot slot, std::span<NodeRange const> nodes) {
    PendingJob const& job = view_.queue[slot];
    free_units_ -= job.total_units();
    changed().take(nodes, job.units);
    decisions_.starts.push_back({slot,
                                 static_cast<std::uint32_t>(decisions_.ranges.size()),
                                 static_cast<std::uint32_t>(nodes.size())});
    decisions_.ranges.insert(decisions_.ranges.end(), nodes.begin(), nodes.end());
}

std::span<NodeRange const> Tentative::nodes_of(Decisions::Start const& start) const {
    return std::span(decisions_.ranges).subspan(start.first_range, start.range_count);
}

NodePool& Tentative::changed() {
    if (!changed_) changed_ = view_.pool;
    return *changed_;
}

}  // namespace clustersim
