// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clustersim::slurm {

/// Number of bits set. For the x86-64 baseline the library's count is a function call.
constexpr std::int32_t ones(std::uint64_t word) {
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return static_cast<std::int32_t>(word * 0x0101010101010101 >> 56);
}

/// A set of node indices of one cluster. Sets combined in an operation have the same size.
class NodeSet {
  public:
    NodeSet() = default;
    explicit NodeSet(std::size_t nodes, bool filled = false)
        : words_((nodes + 64 * block - 1) / (64 * block) * block), nodes_(nodes) {
        if (filled) insert_range(0, static_cast<std::int32_t>(nodes));
    }
    NodeSet(std::size_t nodes, std::span<std::int32_t const> members) : NodeSet(nodes) {
        for (auto const node : members) insert(node);
    }

    /// Number of nodes of the cluster, in the set or not.
    [[nodiscard]] std::size_t universe() const { return nodes_; }
    [[nodiscard]] bool contains(std::int32_t node) const {
        auto const n = static_cast<std::size_t>(node);
        return (words_[n / 64] >> (n % 64) & 1U) != 0;
    }
    void insert(std::int32_t node) {
        auto const n = static_cast<std::size_t>(node);
        words_[n / 64] |= std::uint64_t{1} << (n % 64);
    }
    void erase(std::int32_t node) {
        auto const n = static_cast<std::size_t>(node);
        words_[n / 64] &= ~(std::uint64_t{1} << (n % 64));
    }
    /// Adds the nodes first to first + length - 1; none if the length is 0.
    void insert_range(std::int32_t first, std::int32_t length) {
        auto at = static_cast<std::size_t>(first);
        if (auto const bit = first % 64; length < 64 - bit) {
            words_[at / 64] |= ((std::uint64_t{1} << length) - 1) << bit;
            return;
        }
        for (auto const end = at + static_cast<std::size_t>(length); at < end;) {
            auto const bit = at % 64;
            auto const here = std::min(end - at, 64 - bit);
            words_[at / 64] |= ~std::uint64_t{0} >> (64 - here) << bit;
            at += here;
        }
    }
    /// Adds the nodes of one word: bit b of word w is node 64 w + b.
    void insert_word(std::size_t word, std::uint64_t bits) { words_[word] |= bits; }
    void clear() { words_.assign(words_.size(), 0); }

    [[nodiscard]] std::int32_t count() const;
    [[nodiscard]] bool empty() const {
        return std::ranges::all_of(
            words_, [](std::uint64_t word) { return word == 0; });
    }
    [[nodiscard]] bool intersects(NodeSet const& other) const;
    [[nodiscard]] bool contains_all(NodeSet const& other) const;
    /// Number of members that both sets have.
    [[nodiscard]] std::int32_t count_common(NodeSet const& other) const;
    /// The lowest member that both sets have; -1: none. They have none below `from`.
    [[nodiscard]] std::int32_t first_common(NodeSet const& other, std::int32_t from = 0) const {
        for (auto i = static_cast<std::size_t>(from) / 64; i < words_.size(); ++i)
            if (auto const both = words_[i] & other.words_[i]; both != 0)
                return static_cast<std::int32_t>(i * 64) + std::countr_zero(both);
        return -1;
    }
    NodeSet& operator&=(NodeSet const& other);
    /// Keeps only the members that all the other sets have, in one pass over the words.
    void keep_common(std::span<NodeSet const* const> others);
    NodeSet& operator|=(NodeSet const& other);
    NodeSet& operator-=(NodeSet const& other);
    /// Calls visit(node) for every member, lowest first.
    template <class Visit>
    void for_each(Visit visit) const {
        for (std::size_t word = 0; word < words_.size(); ++word)
            for (std::uint64_t bits = words_[word]; bits != 0; bits &= bits - 1)
                visit(static_cast<std::int32_t>(word * 64) + std::countr_zero(bits));
    }
    [[nodiscard]] std::span<std::uint64_t const> words() const { return words_; }
    friend bool operator==(NodeSet const&, NodeSet const&) = default;

  private:
    /// Words are kept in blocks of this size, the last one padded with zeros, so that no loop has a
    /// remainder.
    static constexpr std::size_t block = 8;

    std::vector<std::uint64_t> words_;
    std::size_t nodes_ = 0;
};

}  // namespace clustersim::slurm
