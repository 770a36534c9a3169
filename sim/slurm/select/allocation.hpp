// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/node_set.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// Cores of one node, by number: socket 0's come first. The first 256 lie in the object itself, so that
/// the masks of nearly all nodes are copied without asking for memory.
class CoreMask {
  public:
    [[nodiscard]] bool contains(std::int32_t core) const {
        auto const c = static_cast<std::size_t>(core);
        return (word(c / 64) >> (c % 64) & 1U) != 0;
    }
    void insert(std::int32_t core) {
        auto const c = static_cast<std::size_t>(core);
        set_word(c / 64, word(c / 64) | std::uint64_t{1} << (c % 64));
    }
    void erase(std::int32_t core) {
        auto const c = static_cast<std::size_t>(core);
        set_word(c / 64, word(c / 64) & ~(std::uint64_t{1} << (c % 64)));
    }
    [[nodiscard]] std::int32_t count() const {
        std::int32_t total = 0;
        for (auto const word : low_) {
            total += ones(word);
        }
        for (auto const word : high_) {
            total += ones(word);
        }
        return total;
    }
    [[nodiscard]] bool empty() const {
        std::uint64_t any = 0;
        for (auto const word : low_) {
            any |= word;
        }
        for (auto const word : high_) {
            any |= word;
        }
        return any == 0;
    }
    /// How many of the cores [first, first + length) are in the mask.
    [[nodiscard]] std::int32_t count(std::int32_t first, std::int32_t length) const {
        std::int32_t total = 0;
        for (auto at = first, end = first + length; at < end;) {
            auto const bit = at % 64;
            auto const here = end - at < 64 - bit ? end - at : 64 - bit;
            auto const bits = word(static_cast<std::size_t>(at / 64)) >> bit;
            total += ones(here == 64 ? bits : bits & ((std::uint64_t{1} << here) - 1));
            at += here;
        }
        return total;
    }
    [[nodiscard]] std::uint64_t word(std::size_t at) const {
        if (at < low_.size()) {
            return low_[at];
        }
        return at - low_.size() < high_.size() ? high_[at - low_.size()] : 0;
    }
    void set_word(std::size_t at, std::uint64_t bits) {
        if (at < low_.size()) {
            low_[at] = bits;
            return;
        }
        if (at - low_.size() >= high_.size()) {
            if (bits == 0) {
                return;
            }
            high_.resize(at - low_.size() + 1);
        }
        high_[at - low_.size()] = bits;
    }
    /// The cores 0 to cores - 1.
    static CoreMask first(std::int32_t cores) {
        CoreMask mask;
        for (std::size_t at = 0; cores > 0; ++at, cores -= 64) {
            mask.set_word(at, cores >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << cores) - 1);
        }
        return mask;
    }
    CoreMask& operator|=(CoreMask const& other) {
        for (std::size_t i = 0; i < low_.size(); ++i) {
            low_[i] |= other.low_[i];
        }
        if (high_.size() < other.high_.size()) {
            high_.resize(other.high_.size());
        }
        for (std::size_t i = 0; i < other.high_.size(); ++i) {
            high_[i] |= other.high_[i];
        }
        return *this;
    }
    CoreMask& operator-=(CoreMask const& other) {
        for (std::size_t i = 0; i < low_.size(); ++i) {
            low_[i] &= ~other.low_[i];
        }
        for (std::size_t i = 0; i < high_.size() && i < other.high_.size(); ++i) {
            high_[i] &= ~other.high_[i];
        }
        return *this;
    }
    friend bool operator==(CoreMask const& a, CoreMask const& b) {
        auto const words = a.low_.size() + std::max(a.high_.size(), b.high_.size());
        for (std::size_t at = 0; at < words; ++at) {
            if (a.word(at) != b.word(at)) {
                return false;
            }
        }
        return true;
    }

  private:
    std::array<std::uint64_t, 4> low_{};
    std::vector<std::uint64_t> high_;  ///< from core 256 on; where it ends, there are none
};

/// What a job holds of one node.
struct NodeShare {
    std::int32_t node = 0;
    std::int32_t cpus = 0;  ///< charged
    std::int64_t memory_mb = 0;
    std::uint64_t devices = 0;  ///< bit i: device i of the node, in the order of NodeRecord::gres
};

/// The resources that a job holds, by ascending node index.
struct Allocation {
    std::vector<NodeShare> nodes;
    std::vector<CoreMask> cores;  ///< of each node; empty if the job has whole nodes
    bool whole_nodes = false;     ///< every core, device and (with CR_Memory) the requested memory
    std::int32_t cpus = 0;        ///< over all nodes
};

/// The nodes of an allocation on a cluster of `universe` nodes.
inline NodeSet node_set(Allocation const& allocation, std::size_t universe) {
    NodeSet nodes(universe);
    for (auto const& share : allocation.nodes) {
        nodes.insert(share.node);
    }
    return nodes;
}

}  // namespace clustersim::slurm
