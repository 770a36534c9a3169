// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/site/node_set.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace clustersim::slurm {

/// Backfill's plan: the nodes not promised to any pending job, by intervals of time (spec 4.3,
/// 4.7.5). Promises are always for whole nodes.
class NodePlan {
  public:
    struct Interval {
        Instant begin;
        Instant end;
        NodeSet nodes;
        std::int32_t count = 0;  ///< of nodes
        bool frees = false;      ///< the next interval offers a node that this one lacks
        std::int32_t reach =
            -1;  ///< of these nodes, those that can be free by `reach_by`; -1: unknown
        Instant reach_by;
    };
    /// The result of searching [start, end) in the plan.
    struct Walk {
        /// When more nodes may be free: the end of the first interval that ends after the start and
        /// is followed by one with an additional node; it begins by the end of the search or is the
        /// first interval after it. In a plan of Later::past_reach, if there is none: the end of the
        /// second interval after the search, unless that is the last one.
        std::optional<Instant> later;
        /// The beginning of the first interval that only a later end would reach.
        Instant beyond = Instant::never();
    };

    /// Where a search looks for its `later`: in the intervals that it overlaps or touches and in the
    /// next one, or also in the one after that.
    enum class Later : std::uint8_t { in_reach, past_reach };

    /// Resets to one interval over the window with none of `nodes` promised.
    void reset(Instant begin, Instant end, NodeSet const& nodes, Later where = Later::in_reach);
    /// Removes from `candidates` the nodes that are promised in an interval that ends after `start`
    /// and begins at or before `end`: an interval that begins exactly at `end` still counts
    /// (TV-33). Removes all if an interval offers fewer than `least`.
    Walk restrict(Instant start, Instant end, NodeSet& candidates, std::int32_t least = 1);
    /// The interval that ends at the `later` of a search of [start, end); their number if there is none.
    [[nodiscard]] std::size_t before_later(Instant start, Instant end) const;
    /// The `later` of a search of [start, end).
    [[nodiscard]] std::optional<Instant> later(Instant start, Instant end) const {
        auto const last = before_later(start, end);
        return last == intervals_.size() ? std::nullopt : std::optional(intervals_[last].end);
    }
    /// The first time, among `start` and the successive `later` times of restrict(), from which no
    /// interval within `length` offers fewer than `least`; if there is none, any of these times.
    [[nodiscard]] Instant roomy_from(Instant start, Seconds length, std::int32_t least) const;
    /// As roomy_from, but passes over times from which fewer than `least` of the unpromised nodes can be
    /// free before more are unpromised. `count(nodes, by)`: how many of the nodes can be free by then; it
    /// is remembered until forget_reach().
    template <class Count>
    [[nodiscard]] Instant
    reachable_from(Instant start, Seconds length, std::int32_t least, Count count);
    void forget_reach();
    /// Removes from `nodes` those promised in an interval overlapping [start, end), while at least
    /// `least` are left; returns whether they are.
    [[nodiscard]] bool keep_free(Instant start, Instant end, NodeSet& nodes, std::int32_t least);
    /// True if all of `nodes` are unpromised in every interval overlapping [start, end).
    [[nodiscard]] bool all_free(Instant start, Instant end, NodeSet const& nodes) const;
    /// Promises `nodes` for [start, end), for at least one `resolution`.
    void promise(Instant start, Instant end, NodeSet const& nodes, Seconds resolution);

    [[nodiscard]] Instant begin() const { return intervals_.front().begin; }
    [[nodiscard]] Instant end() const { return window_end_; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::vector<Interval> const& intervals() const { return intervals_; }

  private:
    /// Like roomy_from, one `later` after the other.
    [[nodiscard]] Instant
    roomy_step_by_step(Instant start, Seconds length, std::int32_t least) const;
    void split(std::size_t position, Instant at);
    /// The first interval that ends after `t`.
    [[nodiscard]] std::size_t first_ending_after(Instant t) const;
    void note_frees(std::size_t first, std::size_t last);
    void join_equal_neighbours();

    std::vector<Interval> intervals_;  ///< by time, without gaps
    std::size_t size_ = 0;             ///< number of records in Slurm's count
    Instant window_end_;
    Later where_ = Later::in_reach;
    std::vector<NodeSet const*> met_;  ///< scratch: nodes of the intervals visited by a search
};

template <class Count>
Instant NodePlan::reachable_from(Instant start, Seconds length, std::int32_t least, Count count) {
    for (;;) {
        auto const last = before_later(start, start + length);
        if (last == intervals_.size()) return roomy_from(start, length, least);
        auto& interval = intervals_[first_ending_after(start)];
        auto const later = intervals_[last].end;
        if (interval.count >= least && (interval.reach < 0 || interval.reach_by != later)) {
            interval.reach = count(interval.nodes, later);
            interval.reach_by = later;
        }
        if (interval.count < least || interval.reach < least) {
            start = later;
            continue;
        }
        auto const roomy = roomy_from(start, length, least);
        if (roomy == start) return start;
        start = roomy;
    }
}

}  // namespace clustersim::slurm
