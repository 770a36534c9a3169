// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/node_plan.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// Most plans have fewer intervals: their memory is allocated at once.
constexpr std::size_t usual_intervals = 12;

}  // namespace

void NodePlan::reset(Instant begin, Instant end, NodeSet const& nodes, Later where) {
    where_ = where;
    intervals_.reserve(usual_intervals);
    intervals_.resize(1);
    intervals_.front().begin = begin;
    intervals_.front().end = end;
    intervals_.front().nodes = nodes;
    intervals_.front().count = nodes.count();
    intervals_.front().frees = false;
    intervals_.front().reach = -1;
    window_end_ = end;
    size_ = 1;
}

std::size_t NodePlan::first_ending_after(Instant t) const {
    auto const found = std::partition_point(
        intervals_.begin(), intervals_.end(), [&](Interval const& one) { return one.end <= t; });
    return static_cast<std::size_t>(found - intervals_.begin());
}

NodePlan::Walk
    NodePlan::restrict(Instant start, Instant end, NodeSet& candidates, std::int32_t least) {
    Walk walk;
    bool too_few = false;
    met_.clear();
    for (auto i = first_ending_after(start); i < intervals_.size(); ++i) {
        auto const& interval = intervals_[i];
        if (!walk.later && interval.frees) walk.later = interval.end;
        if (interval.begin > end) {
            walk.beyond = interval.begin;
            if (!walk.later && where_ == Later::past_reach) walk.later = later(start, end);
            break;
        }
        if (too_few && walk.later) break;
        too_few = too_few || interval.count < least;
        met_.push_back(&interval.nodes);
    }
    if (too_few) {
        candidates.clear();
        return walk;
    }
    candidates.keep_common(met_);
    return walk;
}

std::size_t NodePlan::before_later(Instant start, Instant end) const {
    for (auto i = first_ending_after(start); i < intervals_.size(); ++i) {
        if (intervals_[i].frees) return i;
        if (intervals_[i].begin <= end) continue;
        bool const goes_on = where_ == Later::past_reach && i + 2 < intervals_.size();
        return goes_on ? i + 1 : intervals_.size();
    }
    return intervals_.size();
}

Instant NodePlan::roomy_from(Instant start, Seconds length, std::int32_t least) const {
    if (where_ == Later::past_reach) return roomy_step_by_step(start, length, least);
    // Every start before the end of an interval with too few nodes overlaps it.
    bool too_few = false;
    auto last_later = start;
    for (auto i = first_ending_after(start); i < intervals_.size(); ++i) {
        auto const& interval = intervals_[i];
        bool const may_go_on = too_few && interval.frees;
        if (interval.begin > start + length && !may_go_on) break;
        if (!too_few && interval.count < least) {
            too_few = true;
            start = last_later;
        }
        if (interval.frees) {
            last_later = interval.end;
            if (too_few) {
                start = last_later;
                too_few = false;
            }
        }
    }
    return start;
}

Instant NodePlan::roomy_step_by_step(Instant start, Seconds length, std::int32_t least) const {
    for (auto i = first_ending_after(start); i < intervals_.size(); ++i) {
        auto const& interval = intervals_[i];
        if (interval.begin > start + length) break;
        if (interval.count >= least) continue;
        while (start < interval.end) {
            auto const next = later(start, start + length);
            if (!next) return start;
            start = *next;
        }
        i = first_ending_after(start);
        if (i == intervals_.size()) break;
        --i;
    }
    return start;
}

void NodePlan::forget_reach() {
    for (auto& interval : intervals_) interval.reach = -1;
}

bool NodePlan::keep_free(Instant start, Instant end, NodeSet& nodes, std::int32_t least) {
    met_.clear();
    for (auto i = first_ending_after(start); i < intervals_.size(); ++i) {
        if (intervals_[i].begin >= end) break;
        if (intervals_[i].count < least) return false;
        met_.push_back(&intervals_[i].nodes);
    }
    nodes.keep_common(met_);
    return nodes.count() >= least;
}

bool NodePlan::all_free(Instant start, Instant end, NodeSet const& nodes) const {
    for (auto i = first_ending_after(start); i < intervals_.size(); ++i) {
        if (intervals_[i].begin >= end) break;
        if (!intervals_[i].nodes.contains_all(nodes)) return false;
    }
    return true;
}

void NodePlan::split(std::size_t position, Instant at) {
    auto second = intervals_[position];
    second.begin = at;
    intervals_[position].end = at;
    intervals_[position].frees = false;
    intervals_.insert(intervals_.begin() + static_cast<std::ptrdiff_t>(position) + 1,
                      std::move(second));
}

void NodePlan::promise(Instant start, Instant end, NodeSet const& nodes, Seconds resolution) {
    start = std::max(start, begin());
    end = std::max(end, start + resolution);
    if (start >= window_end_) return;
    auto const taken = nodes.count();
    auto const first = first_ending_after(start);
    auto last = first;
    for (; last < intervals_.size() && intervals_[last].begin < end; ++last) {
        if (intervals_[last].begin < start) {
            split(last, start);
            continue;
        }
        if (intervals_[last].end > end) split(last, end);
        auto& interval = intervals_[last];
        bool const all_free = interval.nodes.contains_all(nodes);
        interval.nodes -= nodes;
        interval.reach = -1;
        interval.count = all_free ? interval.count - taken : interval.nodes.count();
    }
    note_frees(first, last);
    join_equal_neighbours();
    size_ = intervals_.size();
}

/// Updates `frees` after nodes were taken from the intervals [first, last): an interval offers
/// additional nodes only if the one before lacks nodes that it has.
void NodePlan::note_frees(std::size_t first, std::size_t last) {
    for (auto i = first == 0 ? 0 : first - 1; i < last && i + 1 < intervals_.size(); ++i) {
        bool const next_lost = i + 1 < last;
        if (intervals_[i].frees == next_lost)
            intervals_[i].frees = !intervals_[i].nodes.contains_all(intervals_[i + 1].nodes);
    }
}

/// Joins one pair at most (spec 4.7.5): this affects where a later job may search next.
void NodePlan::join_equal_neighbours() {
    for (std::size_t i = 0; i + 1 < intervals_.size(); ++i) {
        auto const& next = intervals_[i + 1];
        if (intervals_[i].count == next.count && intervals_[i].nodes == next.nodes) {
            intervals_[i].end = next.end;
            intervals_[i].frees = next.frees;
            intervals_.erase(intervals_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            return;
        }
    }
}

}  // namespace clustersim::slurm
