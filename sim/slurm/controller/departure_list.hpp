// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/select/allocation.hpp"
#include "sim/slurm/site/node_set.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clustersim::slurm {

/// Buffers of an estimate, kept to avoid allocating them each time.
struct EstimateSets {
    NodeSet at_hand;  ///< nodes idle now or after preemption
    NodeSet taken;    ///< candidates that are not
    NodeSet idle;     ///< after some jobs have ended
};

/// Expected ends and nodes of the running jobs, in order of the ends and contiguous in memory, as
/// start estimates read them again and again.
class DepartureList {
  public:
    void insert(std::size_t position, Instant end, Allocation const& allocation);
    void erase(std::size_t position);

    [[nodiscard]] std::size_t size() const { return ends_.size(); }
    /// Changes with every change of the list.
    [[nodiscard]] std::uint64_t version() const { return version_; }
    [[nodiscard]] Instant end(std::size_t position) const { return ends_[position]; }
    /// Number of nodes of a job that are in a set.
    [[nodiscard]] std::int32_t count_in(std::size_t position, NodeSet const& set) const {
        std::int32_t count = 0;
        for (auto const& part : parts(position)) count += ones(part.bits & set.words()[part.word]);
        return count;
    }
    /// True if any node of a job is in a set.
    [[nodiscard]] bool any_in(std::size_t position, NodeSet const& set) const {
        return std::ranges::any_of(
            parts(position),
            [&](auto const& part) { return (part.bits & set.words()[part.word]) != 0; });
    }
    /// Adds the nodes of a job to a set.
    void insert_into(std::size_t position, NodeSet& set) const;
    /// The first job with a node in a set; size() if none has.
    [[nodiscard]] std::size_t first_in(NodeSet const& set);
    /// Number of jobs that end by then.
    [[nodiscard]] std::size_t ended_by(Instant time) const;
    /// Number of nodes of a set that the first `jobs` jobs release; a node shared by several jobs
    /// may count more than once.
    [[nodiscard]] std::int32_t count_left(std::size_t jobs, NodeSet const& set);
    /// True if this number is at least `least`.
    [[nodiscard]] bool leave(std::size_t jobs, NodeSet const& set, std::int32_t least);
    /// Number of jobs that hold at least that many nodes together; size() + 1: not even all do.
    [[nodiscard]] std::size_t jobs_for(std::int32_t nodes) const;
    /// Adds the nodes of the first `jobs` jobs to a set.
    void insert_left(std::size_t jobs, NodeSet& set);

  private:
    /// Nodes of one job within one word of a NodeSet.
    struct Part {
        std::uint64_t bits = 0;
        std::size_t word = 0;
    };

    [[nodiscard]] std::span<Part const> parts(std::size_t position) const {
        return std::span(parts_).subspan(first_[position], first_[position + 1] - first_[position]);
    }

    /// All nodes of the first `block` x stride jobs.
    NodeSet const& left_before(std::size_t block, std::size_t nodes);

    std::vector<Instant> ends_;
    std::vector<std::size_t> first_ = {0};  ///< of parts_, by position; then the end
    std::vector<Part> parts_;
    std::vector<std::int32_t> nodes_before_ = {0};  ///< of all jobs before a position; then of all
                                                    ///< jobs
    std::vector<NodeSet> left_;  ///< all nodes of the first k * stride jobs; computed on demand
    std::size_t known_ = 0;      ///< number of valid entries of left_
    std::uint64_t version_ = 1;
};

}  // namespace clustersim::slurm
