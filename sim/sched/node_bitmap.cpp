// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/node_bitmap.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <bit>

namespace clustersim {
namespace {

constexpr std::int32_t word_bits = 64;

/// `length` ones from bit `first` on, within one word.
constexpr std::uint64_t ones(std::int32_t first, std::int32_t length) {
    std::uint64_t const low =
        length == word_bits ? ~std::uint64_t{0} : (std::uint64_t{1} << length) - 1;
    return low << first;
}

/// Calls `visit(word index, mask)` for each word that overlaps the range.
template <class Visit>
void for_each_word(NodeRange range, Visit visit) {
    std::int32_t node = range.first;
    std::int32_t const end = range.first + range.count;
    while (node < end) {
        std::int32_t const bit = node % word_bits;
        std::int32_t const length = std::min(word_bits - bit, end - node);
        visit(static_cast<std::size_t>(node / word_bits), ones(bit, length));
        node += length;
    }
}

}  // namespace

bool NodeBitmap::contains(std::int32_t node) const {
    return (words_[static_cast<std::size_t>(node / word_bits)] >> (node % word_bits) & 1U) != 0;
}

void NodeBitmap::insert(NodeRange range) {
    for_each_word(range, [this](std::size_t word, std::uint64_t mask) {
        CS_ENSURE((words_[word] & mask) == 0, "a node is released once");
        words_[word] |= mask;
    });
    low_ = std::min(low_, static_cast<std::size_t>(range.first / word_bits));
    count_ += range.count;
}

void NodeBitmap::erase(NodeRange range) {
    for_each_word(range, [this](std::size_t word, std::uint64_t mask) {
        CS_ENSURE((words_[word] & mask) == mask, "a node is given to one job at a time");
        words_[word] &= ~mask;
    });
    count_ -= range.count;
}

void NodeBitmap::take_lowest(std::int32_t wanted, std::vector<NodeRange>& out) {
    CS_ENSURE(wanted <= count_, "no more nodes are taken than are free");
    count_ -= wanted;
    std::size_t const from = out.size();
    while (wanted > 0) {
        while (words_[low_] == 0) ++low_;
        std::uint64_t& word = words_[low_];
        std::int32_t const first = std::countr_zero(word);
        std::int32_t const run = std::countr_one(word >> first);
        std::int32_t const length = std::min(run, wanted);
        word &= ~ones(first, length);
        append_range(out, from, {static_cast<std::int32_t>(low_) * word_bits + first, length});
        wanted -= length;
    }
}

void append_range(std::vector<NodeRange>& ranges, std::size_t from, NodeRange range) {
    if (ranges.size() > from && ranges.back().first + ranges.back().count == range.first)
        ranges.back().count += range.count;
    else
        ranges.push_back(range);
}

}  // namespace clustersim
