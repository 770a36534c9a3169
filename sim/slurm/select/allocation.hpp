// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/node_set.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// Cores of one node, by number: socket 0's come first.
class CoreMask {
  public:
    static constexpr std::int32_t capacity = 512;

    [[nodiscard]] bool contains(std::int32_t core) const {
        auto const c = static_cast<std::size_t>(core);
        return (words_[c / 64] >> (c % 64) & 1U) != 0;
    }
    void insert(std::int32_t core) {
        auto const c = static_cast<std::size_t>(core);
        words_[c / 64] |= std::uint64_t{1} << (c % 64);
    }
    void erase(std::int32_t core) {
        auto const c = static_cast<std::size_t>(core);
        words_[c / 64] &= ~(std::uint64_t{1} << (c % 64));
    }
    [[nodiscard]] std::int32_t count() const {
        std::int32_t total = 0;
        for (auto const word : words_) {
            total += ones(word);
        }
        return total;
    }
    [[nodiscard]] bool empty() const {
        std::uint64_t any = 0;
        for (auto const word : words_) {
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
            auto const word = words_[static_cast<std::size_t>(at / 64)] >> bit;
            total += ones(here == 64 ? word : word & ((std::uint64_t{1} << here) - 1));
            at += here;
        }
        return total;
    }
    [[nodiscard]] std::uint64_t word(std::size_t at) const { return words_[at]; }
    void set_word(std::size_t at, std::uint64_t bits) { words_[at] = bits; }
    /// The cores 0 to cores - 1.
    static CoreMask first(std::int32_t cores) {
        CoreMask mask;
        for (std::size_t at = 0; cores > 0; ++at, cores -= 64) {
            mask.words_[at] = cores >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << cores) - 1;
        }
        return mask;
    }
    CoreMask& operator|=(CoreMask const& other) {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            words_[i] |= other.words_[i];
        }
        return *this;
    }
    CoreMask& operator-=(CoreMask const& other) {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            words_[i] &= ~other.words_[i];
        }
        return *this;
    }
    friend bool operator==(CoreMask const&, CoreMask const&) = default;

  private:
    std::array<std::uint64_t, capacity / 64> words_{};
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
