// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/shadow.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <limits>

namespace clustersim {
namespace {

struct Release {
    Instant at;
    std::int32_t nodes;
    std::int32_t units;
    std::span<NodeRange const> where;
};

/// Jobs that start in this pass will also be released.
std::vector<Release> releases_of_starts(Tentative const& now) {
    std::vector<Release> releases;
    for (Decisions::Start const& start : now.starts()) {
        PendingJob const& job = now.view().queue[start.slot];
        releases.push_back(
            {now.view().now + Seconds{job.requested}, job.nodes, job.units, now.nodes_of(start)});
    }
    std::ranges::stable_sort(releases, {}, &Release::at);
    return releases;
}

/// Merges running jobs and this pass's starts by estimated end. Calls `visit(release)` for each
/// one, and `enough()` after each group of equal ends.
template <class Visit, class Enough>
Instant release_until(Tentative const& now, Visit visit, Enough enough) {
    ClusterView const& view = now.view();
    std::vector<Release> const started = releases_of_starts(now);
    auto running = view.running.begin();
    auto start = started.begin();
    while (true) {
        CS_ENSURE(running != view.running.end() || start != started.end(),
                  "the head fits an empty machine");
        Instant const at =
            std::min(running != view.running.end() ? running->estimated_end : Instant::never(),
                     start != started.end() ? start->at : Instant::never());
        for (; running != view.running.end() && running->estimated_end == at; ++running)
            visit(Release{at, running->nodes, running->units, view.nodes_of(*running)});
        for (; start != started.end() && start->at == at; ++start) visit(*start);
        if (enough()) return at;
    }
}

}  // namespace

Shadow::Shadow(Tentative const& now, PendingJob const& head) : head_units_(head.units) {
    if (now.view().counted()) {
        extra_ = now.free_units() - head.nodes;
        at_ = release_until(
            now,
            [this](Release const& release) { extra_ += release.nodes; },
            [this] { return extra_ >= 0; });
        return;
    }
    NodePool const& pool = now.pool();
    extra_ = pool.nodes_with(head.units) - head.nodes;
    auto const free = pool.free_by_node();
    free_at_shadow_.assign(free.begin(), free.end());
    refused_.assign(static_cast<std::size_t>(pool.shape().units_per_node) + 1,
                    std::numeric_limits<std::int32_t>::max());
    at_ = release_until(
        now,
        [this](Release const& r) { release(r.where, r.units); },
        [this] { return extra_ >= 0; });
}

void Shadow::release(std::span<NodeRange const> nodes, std::int32_t units) {
    for (NodeRange const range : nodes) {
        for (std::int32_t node = range.first; node < range.first + range.count; ++node) {
            std::int32_t& free = free_at_shadow_[static_cast<std::size_t>(node)];
            if (free < head_units_ && free + units >= head_units_) ++extra_;
            free += units;
        }
    }
}

bool Shadow::start_long(Tentative& now, PendingQueue::Slot slot) {
    PendingJob const& job = now.view().queue[slot];
    if (now.view().counted()) {
        if (job.nodes > extra_) return false;
        extra_ -= job.nodes;
        now.start(slot);
        return true;
    }
    std::int32_t& refused = refused_[static_cast<std::size_t>(job.units)];
    if (job.nodes >= refused) return false;
    if (!choose_nodes(now.pool(), job)) {
        refused = job.nodes;
        return false;
    }
    for (NodeRange const range : chosen_) {
        for (std::int32_t node = range.first; node < range.first + range.count; ++node) {
            std::int32_t& free = free_at_shadow_[static_cast<std::size_t>(node)];
            if (free >= head_units_ && free - job.units < head_units_) --extra_;
            free -= job.units;
        }
    }
    now.start_on(slot, chosen_);
    return true;
}

/// Nodes that the head could not use anyway come first, then best fit, then low numbers; at most
/// `extra_` nodes are taken from the head. Only nodes with free units are considered; on a busy
/// machine these are few.
bool Shadow::choose_nodes(NodePool const& pool, PendingJob const& job) {
    harmless_.clear();
    harmful_.clear();
    auto const wanted = static_cast<std::size_t>(job.nodes);
    for (std::int32_t free = job.units; free <= pool.shape().units_per_node; ++free) {
        pool.nodes_with_exactly(free).for_each([&](std::int32_t node) {
            std::int32_t const later = free_at_shadow_[static_cast<std::size_t>(node)];
            bool const harmful = later >= head_units_ && later - job.units < head_units_;
            (harmful ? harmful_ : harmless_).push_back(node);
        });
        if (harmless_.size() >= wanted) break;
    }
    std::size_t const kept = std::min(wanted, harmless_.size());
    std::size_t const taken =
        std::min({wanted - kept, harmful_.size(), static_cast<std::size_t>(extra_)});
    if (kept + taken < wanted) return false;
    harmless_.resize(kept);
    harmless_.insert(
        harmless_.end(), harmful_.begin(), harmful_.begin() + static_cast<std::ptrdiff_t>(taken));
    std::ranges::sort(harmless_);
    chosen_.clear();
    for (std::int32_t const node : harmless_) append_range(chosen_, 0, {node, 1});
    return true;
}

}  // namespace clustersim
