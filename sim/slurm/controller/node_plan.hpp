// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/node_set.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// Backfill's map: which nodes no pending job has been promised, by stretches of time (spec 4.3,
/// 4.7.5). Promises always take whole nodes. Times are seconds.
class NodePlan {
  public:
    struct Interval {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        NodeSet nodes;
        std::int32_t count = 0;  ///< of nodes
        bool frees = false;      ///< the next one offers a node that this one lacks
    };
    /// What a job that wants [start, end) meets on its way through the map.
    struct Walk {
        /// Whence more nodes may be had: the end of the first stretch that ends after the start and
        /// is followed by one offering a node which it lacks; 0 when there is none.
        std::int64_t later = 0;
        /// When the first stretch begins that counts only for a later end; INT64_MAX: none does.
        std::int64_t beyond = INT64_MAX;
    };

    /// One stretch over the window, all of `nodes` unpromised.
    void reset(std::int64_t begin, std::int64_t end, NodeSet const& nodes);
    /// Takes from `candidates` what is promised to others in a stretch that ends after `start` and
    /// begins at or before `end`: one that begins exactly at `end` still counts (TV-33). Leaves none
    /// when a stretch offers fewer than `least`.
    Walk restrict(std::int64_t start,
                  std::int64_t end,
                  NodeSet& candidates,
                  std::int32_t least = 1);
    /// The first of `start` and the times that restrict() names in turn as later from which no stretch
    /// on the way of `length` seconds offers fewer than `least`; where each way meets one, any of them.
    [[nodiscard]] std::int64_t
    roomy_from(std::int64_t start, std::int64_t length, std::int32_t least) const;
    /// Takes from `nodes` what is promised in a stretch overlapping [start, end), as long as `least`
    /// are left; whether they are.
    [[nodiscard]] bool
    keep_free(std::int64_t start, std::int64_t end, NodeSet& nodes, std::int32_t least);
    /// Whether all of `nodes` are unpromised in every stretch overlapping [start, end).
    [[nodiscard]] bool all_free(std::int64_t start, std::int64_t end, NodeSet const& nodes) const;
    /// Promises `nodes` for [start, end), at least for one `resolution`.
    void
    promise(std::int64_t start, std::int64_t end, NodeSet const& nodes, std::int64_t resolution);

    [[nodiscard]] std::int64_t begin() const { return intervals_.front().begin; }
    [[nodiscard]] std::int64_t end() const { return window_end_; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::vector<Interval> const& intervals() const { return intervals_; }

  private:
    void split(std::size_t position, std::int64_t at);
    /// The first stretch that ends after `t`.
    [[nodiscard]] std::size_t first_ending_after(std::int64_t t) const;
    void note_frees(std::size_t first, std::size_t last);
    void join_equal_neighbours();

    std::vector<Interval> intervals_;  ///< by time, without gaps
    std::size_t size_ = 0;             ///< records that Slurm would count
    std::int64_t window_end_ = 0;
    std::vector<NodeSet const*> met_;  ///< scratch: nodes of the stretches that a walk has met
};

}  // namespace clustersim::slurm
