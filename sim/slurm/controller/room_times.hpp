// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/running_use.hpp"
#include "sim/slurm/select/least_part.hpp"
#include "sim/slurm/site/node_set.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace clustersim::slurm {

/// Which nodes have room for the least part of a job after the first of the running jobs have ended:
/// with too few of them, no selection needs to be tried. Every running job holds all of its allocation.
class RoomTimes {
  public:
    /// What the running jobs leave of a node.
    struct Left {
        std::int64_t memory_mb = 0;
        std::uint64_t used_devices = 0;
        std::int32_t cpus = 0;
        std::int32_t jobs = 0;
        bool room = false;
    };

    /// Computes the times from the current use; `left` is scratch.
    void find(RunningUse const& now, LeastPart const& part, std::vector<Left>& left);

    /// Number of nodes of a set that have room after the first `ended` jobs have ended.
    [[nodiscard]] std::int32_t count(std::size_t ended, NodeSet const& set) const;
    /// Keeps only those nodes in the set.
    void keep(std::size_t ended, NodeSet& set) const;

  private:
    /// A node that has room as soon as `ended` jobs have ended.
    struct Change {
        std::size_t ended = 0;
        std::int32_t node = 0;
    };

    void note(std::int32_t node, std::size_t ended);
    /// Number of changes until `ended` jobs have ended.
    [[nodiscard]] std::size_t changes_by(std::size_t ended) const;

    std::vector<Change> changes_;  ///< in order, except those before any job has ended
    NodeSet at_first_;             ///< the nodes with room before any job has ended
    std::vector<NodeSet> after_;   ///< ... after each further changes_per_set changes
    std::size_t stored_ = 0;       ///< number of valid entries of after_
    NodeSet latest_;               ///< after all changes so far
};

/// The room times of the kinds of jobs that were requested since a job last started or ended.
class RoomBook {
  public:
    RoomBook() = default;
    /// A copy finds its times anew: they are many, and most forks never need them.
    RoomBook(RoomBook const& /*other*/) {}
    RoomBook& operator=(RoomBook const& /*other*/) {
        known_ = 0;
        return *this;
    }
    RoomBook(RoomBook&&) = default;
    RoomBook& operator=(RoomBook&&) = default;
    ~RoomBook() = default;

    /// The result is valid until another kind is requested.
    RoomTimes const& times(RunningUse const& now, LeastPart const& part);

  private:
    struct Entry {
        LeastPart part;
        std::vector<JobSlot> preempted;
        RoomTimes times;
    };
    /// The entry for one more kind.
    [[nodiscard]] std::size_t next_entry();

    std::deque<Entry> entries_;  ///< the first `known_` are valid; the others keep their memory
    std::size_t known_ = 0;
    std::size_t replaced_ = 0;  ///< the entry that was last replaced, when there were too many
    std::vector<RoomTimes::Left> left_;  ///< scratch
    std::uint64_t use_version_ = 0, departures_version_ = 0;
};

}  // namespace clustersim::slurm
