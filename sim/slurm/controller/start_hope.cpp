// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/start_hope.hpp"

#include "sim/slurm/controller/start_attempt.hpp"
#include "sim/slurm/controller/start_limits.hpp"

#include <algorithm>
#include <bit>

namespace clustersim::slurm {

namespace {

/// Number of nodes of the set that have what the part needs, counted up to `most`.
std::int32_t nodes_with_room(ClusterState const& state,
                             NodeSet const& nodes,
                             LeastCounts const& part,
                             std::int32_t most) {
    auto const& site = *state.config.site;
    auto const& use = state.nodes.use;
    std::int32_t count = 0;
    nodes.for_each([&](std::int32_t node) {
        if (count >= most) return;
        auto const& table =
            state.selection.scratch.records[state.selection.scratch.record_of(node)];
        auto const& record = site.record_of(node);
        bool const fits = use.free_cores(node) * record.threads_charged() >= part.cpus &&
                          (part.memory_mb == 0 || use.free_memory_mb(node) >= part.memory_mb) &&
                          (part.devices == 0 ||
                           std::popcount(table.devices & ~use.used_devices(node)) >= part.devices);
        count += fits ? 1 : 0;
    });
    return count;
}

}  // namespace

void StartHope::promised(ClusterState const& state, NodeSet const& nodes) {
    for (std::size_t p = 0; p < outlines_.size(); ++p) {
        auto& outline = outlines_[p];
        if (outline.version == version_ &&
            state.nodes_of(static_cast<std::int32_t>(p)).intersects(nodes))
            outline.version = 0;
    }
}

void StartHope::begin(ClusterState const& state, std::int32_t partition, Outline& outline) const {
    outline.version = version_;
    outline.steps.clear();
    outline.next = state.clock.now();
    outline.nodes = state.nodes.available;
    outline.nodes &= state.nodes_of(partition);
    // Jobs that share their cores also start on nodes without a free one.
    auto const share = state.partition(partition).oversubscribe;
    if (share != OverSubscribe::yes && share != OverSubscribe::force)
        outline.nodes &= state.nodes.use.with_free_core();
}

std::int32_t StartHope::free_until(ClusterState const& state,
                                   NodePlan const& plan,
                                   std::int32_t partition,
                                   Instant end) {
    outlines_.resize(state.config.site->partitions.size());
    auto& outline = outlines_[static_cast<std::size_t>(partition)];
    if (outline.version != version_) begin(state, partition, outline);
    auto& steps = outline.steps;
    auto const& intervals = plan.intervals();
    auto here = std::ranges::partition_point(
        intervals, [&](NodePlan::Interval const& one) { return one.end <= outline.next; });
    while (steps.empty() || steps.back().time <= end) {
        if (here == intervals.end()) {
            steps.push_back({Instant::never(), outline.nodes.count()});
            break;
        }
        outline.nodes &= here->nodes;
        outline.next = here->end;
        auto const count = outline.nodes.count();
        steps.push_back({count == 0 ? Instant::never() : outline.next, count});
        ++here;
    }
    return std::ranges::upper_bound(steps, end, {}, &FreeUntil::time)->nodes;
}

bool StartHope::has_room(ClusterState const& state, NodePlan& plan, QueueRecord const& record) {
    auto const& request = choice_of(state.jobs.at(record.slot), record).request;
    auto const& use = state.nodes.use;
    bool const counted = request.whole_nodes && state.nodes.sharing_jobs == 0;
    if (counted || request.sharing || request.overlapping || use.vacated().universe() != 0)
        return true;
    auto const end = state.clock.now() + record.minutes;
    auto const part = least_counts(*state.config.site, request);
    bool const known = std::ranges::any_of(failed_, [&](Failed const& one) {
        return one.partition == record.partition && one.end <= end && one.nodes <= record.nodes &&
               part.includes(one.part);
    });
    if (known) return false;
    nodes_ = state.nodes_of(record.partition);
    nodes_ &= state.nodes.available;
    nodes_ &= part.unused ? use.idle() : use.with_free_core();
    plan.restrict(state.clock.now(), end, nodes_, record.nodes);
    auto const found =
        part.unused ? nodes_.count() : nodes_with_room(state, nodes_, part, record.nodes);
    if (found >= record.nodes) return true;
    failed_.push_back({record.partition, record.nodes, end, part});
    return false;
}

bool StartHope::may_start(ClusterState const& state, NodePlan& plan, QueueRecord const& record) {
    if (!record.plain) return true;
    auto const end = state.clock.now() + record.minutes;
    if (free_until(state, plan, record.partition, end) < record.nodes) return false;
    auto const& job = state.jobs.at(record.slot);
    if (job.queued != record.generation) return false;
    return has_room(state, plan, record) &&
           limit_before_selection(state.accounting, state.config, job, record.choice) ==
               Reason::none;
}

bool StartHope::gone(ClusterState const& state,
                     NodePlan& plan,
                     std::span<QueueRecord const> order,
                     std::size_t from) {
    next_ = std::max(next_, from);
    while (next_ < order.size() && !may_start(state, plan, order[next_])) ++next_;
    return next_ == order.size();
}

}  // namespace clustersim::slurm
