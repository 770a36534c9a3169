// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/site/node_set.hpp"

#include <array>

// Loops over node sets take more time than anything else. On processors with a bit-count
// instruction and wider words the loader selects a version that uses them. Sanitizers do not
// support that selection.
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__OPTIMIZE__) &&                      \
    !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define MANY_PROCESSORS [[gnu::target_clones("avx2", "default")]]
#else
#define MANY_PROCESSORS
#endif

namespace clustersim::slurm {

MANY_PROCESSORS std::int32_t NodeSet::count() const {
    std::int32_t total = 0;
#pragma GCC unroll 8
    for (auto const word : words_) total += std::popcount(word);
    return total;
}

MANY_PROCESSORS bool NodeSet::intersects(NodeSet const& other) const {
    std::uint64_t common = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) common |= words_[i] & other.words_[i];
    return common != 0;
}

MANY_PROCESSORS bool NodeSet::contains_all(NodeSet const& other) const {
    std::uint64_t lacking = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) lacking |= other.words_[i] & ~words_[i];
    return lacking == 0;
}

MANY_PROCESSORS std::int32_t NodeSet::count_common(NodeSet const& other) const {
    std::int32_t total = 0;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < words_.size(); ++i)
        total += std::popcount(words_[i] & other.words_[i]);
    return total;
}

MANY_PROCESSORS NodeSet& NodeSet::operator&=(NodeSet const& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
    return *this;
}

MANY_PROCESSORS void NodeSet::keep_common(std::span<NodeSet const* const> others) {
    for (std::size_t at = 0; at < words_.size(); at += block) {
        std::array<std::uint64_t, block> kept{};
        std::uint64_t any = 0;
        for (std::size_t i = 0; i < block; ++i) any |= kept[i] = words_[at + i];
        if (any == 0) continue;  // the nodes of a partition are few blocks of a large machine
        for (auto const* other : others) {
            auto const* words = &other->words_[at];
            for (std::size_t i = 0; i < block; ++i) kept[i] &= words[i];
        }
        for (std::size_t i = 0; i < block; ++i) words_[at + i] = kept[i];
    }
}

MANY_PROCESSORS NodeSet& NodeSet::operator|=(NodeSet const& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
}

MANY_PROCESSORS NodeSet& NodeSet::operator-=(NodeSet const& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
    return *this;
}

}  // namespace clustersim::slurm
