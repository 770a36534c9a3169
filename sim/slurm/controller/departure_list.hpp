// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/select/allocation.hpp"
#include "sim/slurm/site/node_set.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clustersim::slurm {

/// What an estimate fills; kept, so as not to be made anew for each.
struct EstimateSets {
    NodeSet at_hand;  ///< nodes idle now or when the preempted have left
    NodeSet taken;    ///< candidates that are not
    NodeSet idle;     ///< when some have left
};

/// Expected ends and nodes of the running jobs, in order of the ends and side by side in memory:
/// estimates of starts go through them over and over.
class DepartureList {
  public:
    void insert(std::size_t position, Instant end, Allocation const& allocation);
    void erase(std::size_t position);

    [[nodiscard]] std::size_t size() const { return ends_.size(); }
    /// Another number after every change.
    [[nodiscard]] std::uint64_t version() const { return version_; }
    [[nodiscard]] Instant end(std::size_t position) const { return ends_[position]; }
    /// How many nodes of a job are in a set.
    [[nodiscard]] std::int32_t count_in(std::size_t position, NodeSet const& set) const {
        std::int32_t count = 0;
        for (auto const& part : parts(position)) {
            count += ones(part.bits & set.words()[part.word]);
        }
        return count;
    }
    /// Whether any node of a job is in a set.
    [[nodiscard]] bool any_in(std::size_t position, NodeSet const& set) const {
        for (auto const& part : parts(position)) {
            if ((part.bits & set.words()[part.word]) != 0) {
                return true;
            }
        }
        return false;
    }
    /// Adds the nodes of a job to a set.
    void insert_into(std::size_t position, NodeSet& set) const;
    /// The first job with a node in a set; size() if none has.
    [[nodiscard]] std::size_t first_in(NodeSet const& set);
    /// How many jobs end by then.
    [[nodiscard]] std::size_t ended_by(Instant time) const;
    /// How many nodes of a set the first `jobs` leave; one that several of them share may count more
    /// than once.
    [[nodiscard]] std::int32_t count_left(std::size_t jobs, NodeSet const& set);
    /// Whether they leave at least `least`, counted so.
    [[nodiscard]] bool leave(std::size_t jobs, NodeSet const& set, std::int32_t least);
    /// How many jobs hold that many nodes at least; size() + 1: not even all do.
    [[nodiscard]] std::size_t jobs_for(std::int32_t nodes) const;
    /// Adds the nodes of the first `jobs` to a set.
    void insert_left(std::size_t jobs, NodeSet& set);

  private:
    /// Nodes of one job in one word of a NodeSet.
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
    std::vector<NodeSet> left_;  ///< all nodes of the first k * stride jobs; made when asked for
    std::size_t known_ = 0;      ///< so many of left_ are those of the present jobs
    std::uint64_t version_ = 1;
};

}  // namespace clustersim::slurm
