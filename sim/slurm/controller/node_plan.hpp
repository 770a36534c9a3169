// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/site/node_set.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace clustersim::slurm {

/// Backfill's map: which nodes no pending job has been promised, by stretches of time (spec 4.3,
/// 4.7.5). Promises always take whole nodes.
class NodePlan {
  public:
    struct Interval {
        Instant begin;
        Instant end;
        NodeSet nodes;
        std::int32_t count = 0;  ///< of nodes
        bool frees = false;      ///< the next one offers a node that this one lacks
    };
    /// What a job that wants [start, end) meets on its way through the map.
    struct Walk {
        /// Whence more nodes may be had: the end of the first stretch that ends after the start and
        /// is followed by one offering a node which it lacks; absent when there is none.
        std::optional<Instant> later;
        /// When the first stretch begins that counts only for a later end.
        Instant beyond = Instant::never();
    };

    /// One stretch over the window, all of `nodes` unpromised.
    void reset(Instant begin, Instant end, NodeSet const& nodes);
    /// Takes from `candidates` what is promised to others in a stretch that ends after `start` and
    /// begins at or before `end`: one that begins exactly at `end` still counts (TV-33). Leaves none
    /// when a stretch offers fewer than `least`.
    Walk restrict(Instant start, Instant end, NodeSet& candidates, std::int32_t least = 1);
    /// The first of `start` and the times that restrict() names in turn as later from which no stretch
    /// on the way of `length` seconds offers fewer than `least`; where each way meets one, any of them.
    [[nodiscard]] Instant roomy_from(Instant start, Seconds length, std::int32_t least) const;
    /// Takes from `nodes` what is promised in a stretch overlapping [start, end), as long as `least`
    /// are left; whether they are.
    [[nodiscard]] bool keep_free(Instant start, Instant end, NodeSet& nodes, std::int32_t least);
    /// Whether all of `nodes` are unpromised in every stretch overlapping [start, end).
    [[nodiscard]] bool all_free(Instant start, Instant end, NodeSet const& nodes) const;
    /// Promises `nodes` for [start, end), at least for one `resolution`.
    void promise(Instant start, Instant end, NodeSet const& nodes, Seconds resolution);

    [[nodiscard]] Instant begin() const { return intervals_.front().begin; }
    [[nodiscard]] Instant end() const { return window_end_; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::vector<Interval> const& intervals() const { return intervals_; }

  private:
    void split(std::size_t position, Instant at);
    /// The first stretch that ends after `t`.
    [[nodiscard]] std::size_t first_ending_after(Instant t) const;
    void note_frees(std::size_t first, std::size_t last);
    void join_equal_neighbours();

    std::vector<Interval> intervals_;  ///< by time, without gaps
    std::size_t size_ = 0;             ///< records that Slurm would count
    Instant window_end_;
    std::vector<NodeSet const*> met_;  ///< scratch: nodes of the stretches that a walk has met
};

}  // namespace clustersim::slurm
