// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/slurm/controller/node_plan.hpp"

#include <algorithm>

namespace clustersim::slurm {

void NodePlan::reset(std::int64_t begin, std::int64_t end, NodeSet const& nodes) {
    intervals_.resize(1);
    intervals_.front().begin = begin;
    intervals_.front().end = end;
    intervals_.front().nodes = nodes;
    intervals_.front().count = nodes.count();
    window_end_ = end;
    size_ = 1;
}

NodePlan::Walk NodePlan::restrict(std::int64_t start, std::int64_t end, NodeSet& candidates) const {
    Walk walk;
    for (std::size_t i = 0; i < intervals_.size(); ++i) {
        auto const& interval = intervals_[i];
        if (interval.end <= start) {
            continue;
        }
        if (walk.later == 0 && i + 1 < intervals_.size() &&
            !interval.nodes.contains_all(intervals_[i + 1].nodes)) {
            walk.later = interval.end;
        }
        if (interval.begin > end) {
            break;
        }
        candidates &= interval.nodes;
    }
    return walk;
}

bool NodePlan::all_free(std::int64_t start, std::int64_t end, NodeSet const& nodes) const {
    return std::none_of(intervals_.begin(), intervals_.end(), [&](Interval const& interval) {
        return interval.end > start && interval.begin < end && !interval.nodes.contains_all(nodes);
    });
}

void NodePlan::split(std::size_t position, std::int64_t at) {
    auto second = intervals_[position];
    second.begin = at;
    intervals_[position].end = at;
    intervals_.insert(intervals_.begin() + static_cast<std::ptrdiff_t>(position) + 1,
                      std::move(second));
}

void NodePlan::promise(std::int64_t start,
                       std::int64_t end,
                       NodeSet const& nodes,
                       std::int64_t resolution) {
    start = std::max(start, begin());
    end = std::max(end, start + resolution);
    if (start >= window_end_) {
        return;
    }
    for (std::size_t i = 0; i < intervals_.size(); ++i) {
        if (intervals_[i].end <= start) {
            continue;
        }
        if (intervals_[i].begin >= end) {
            break;
        }
        if (intervals_[i].begin < start) {
            split(i, start);
            continue;
        }
        if (intervals_[i].end > end) {
            split(i, end);
        }
        intervals_[i].nodes -= nodes;
        intervals_[i].count = intervals_[i].nodes.count();
    }
    // One pair of equal neighbours is joined again, no more (spec 4.7.5): which one decides where a
    // later job may look next.
    for (std::size_t i = 0; i + 1 < intervals_.size(); ++i) {
        if (intervals_[i].count == intervals_[i + 1].count &&
            intervals_[i].nodes == intervals_[i + 1].nodes) {
            intervals_[i].end = intervals_[i + 1].end;
            intervals_.erase(intervals_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            break;
        }
    }
    size_ = intervals_.size();
}

}  // namespace clustersim::slurm
