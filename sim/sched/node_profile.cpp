// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/node_profile.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <limits>

namespace clustersim {
namespace {

template <class Visit>
void for_each_node(std::span<NodeRange const> ranges, Visit visit) {
    for (NodeRange const range : ranges)
        for (std::int32_t node = range.first; node < range.first + range.count; ++node)
            visit(static_cast<std::size_t>(node));
}

}  // namespace

NodeProfile::NodeProfile(PoolShape shape) {
    CS_ENSURE(shape.units_per_node <= std::numeric_limits<Units>::max(),
              "units of a node fit 16 bits");
    std::vector<Units> all(static_cast<std::size_t>(shape.nodes),
                           static_cast<Units>(shape.units_per_node));
    steps_.push_back({Instant{}, shape.total_units(), std::move(all)});
}

void NodeProfile::rebuild(ClusterView const& view) {
    Step now{view.now, view.pool.free_units(), {}};
    now.free.reserve(static_cast<std::size_t>(view.shape.nodes));
    for (std::int32_t node = 0; node < view.shape.nodes; ++node)
        now.free.push_back(static_cast<Units>(view.pool.free_on(node)));
    steps_.clear();
    steps_.push_back(std::move(now));
    for (RunningJob const& job : view.running) {
        if (steps_.back().from != job.estimated_end) {
            Step next = steps_.back();
            next.from = job.estimated_end;
            steps_.push_back(std::move(next));
        }
        Step& step = steps_.back();
        step.free_units += std::int64_t{job.nodes} * job.units;
        for_each_node(view.nodes_of(job), [&](std::size_t node) {
            step.free[node] = static_cast<Units>(step.free[node] + job.units);
        });
    }
}

void NodeProfile::advance(Instant now) {
    auto first = steps_.begin();
    while (first + 1 != steps_.end() && (first + 1)->from <= now) ++first;
    steps_.erase(steps_.begin(), first);
    steps_.front().from = now;
}

NodeProfile::Place NodeProfile::reserve(PendingJob const& job) {
    std::size_t first = 0;
    for (std::size_t next = 0; (next = try_at(first, job)) != first;) first = next;
    Place place{steps_[first].from, best_fit(job)};
    take(first, job, place.nodes);
    return place;
}

std::size_t NodeProfile::try_at(std::size_t first, PendingJob const& job) {
    CS_ENSURE(first < steps_.size(), "a job fits an empty machine");
    auto const units = static_cast<Units>(job.units);
    Instant const stop = steps_[first].from + Seconds{job.requested};
    common_.assign(steps_[first].free.size(), std::numeric_limits<Units>::max());
    for (std::size_t step = first; step < steps_.size(); ++step) {
        if (step != first && steps_[step].from >= stop) break;
        // If a step has too few free units in total, no start before its end is possible.
        if (steps_[step].free_units < job.total_units()) return step + 1;
        std::vector<Units> const& free = steps_[step].free;
        if (narrow(free, units) >= job.nodes) continue;
        bool const too_full =
            std::ranges::count_if(free, [&](Units u) { return u >= units; }) < job.nodes;
        return too_full ? step + 1 : first + 1;
    }
    return first;
}

std::int64_t NodeProfile::narrow(std::vector<Units> const& free, Units units) {
    // Counting in the type of the units, in blocks too short to overflow it, keeps the loop in
    // vector registers of one width.
    constexpr std::size_t block = std::numeric_limits<Units>::max();
    std::int64_t nodes = 0;
    for (std::size_t first = 0; first < free.size(); first += block) {
        std::size_t const end = std::min(free.size(), first + block);
        Units count = 0;
        for (std::size_t node = first; node < end; ++node) {
            Units const least = std::min(common_[node], free[node]);
            common_[node] = least;
            count = static_cast<Units>(count + (least >= units ? 1 : 0));
        }
        nodes += count;
    }
    return nodes;
}

std::vector<NodeRange> NodeProfile::best_fit(PendingJob const& job) const {
    std::vector<std::size_t> nodes;
    for (std::size_t node = 0; node < common_.size(); ++node)
        if (common_[node] >= job.units) nodes.push_back(node);
    std::ranges::stable_sort(nodes, {}, [&](std::size_t node) { return common_[node]; });
    nodes.resize(static_cast<std::size_t>(job.nodes));
    std::ranges::sort(nodes);
    std::vector<NodeRange> ranges;
    for (std::size_t const node : nodes)
        append_range(ranges, 0, {static_cast<std::int32_t>(node), 1});
    return ranges;
}

void NodeProfile::take(std::size_t first, PendingJob const& job, std::span<NodeRange const> nodes) {
    Instant const stop = steps_[first].from + Seconds{job.requested};
    std::size_t end = first + 1;
    while (end < steps_.size() && steps_[end].from < stop) ++end;
    if (end == steps_.size() || steps_[end].from != stop) {
        Step after = steps_[end - 1];
        after.from = stop;
        steps_.insert(steps_.begin() + static_cast<std::ptrdiff_t>(end), std::move(after));
    }
    for (std::size_t step = first; step < end; ++step) {
        steps_[step].free_units -= job.total_units();
        for_each_node(nodes, [&](std::size_t node) {
            Units& free = steps_[step].free[node];
            free = static_cast<Units>(free - job.units);
            CS_ENSURE(free >= 0, "a reservation takes only free units");
        });
    }
}

}  // namespace clustersim
