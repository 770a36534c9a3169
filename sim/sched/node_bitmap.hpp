// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/sched/pool_shape.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim {

/// A set of node numbers that hands out its lowest members as ranges. A node is added and removed
/// exactly once; otherwise a unit would be given out twice.
class NodeBitmap {
  public:
    explicit NodeBitmap(std::int32_t nodes) : words_((static_cast<std::size_t>(nodes) + 63) / 64) {}

    [[nodiscard]] std::int32_t count() const { return count_; }
    [[nodiscard]] bool contains(std::int32_t node) const;
    void insert(NodeRange range);
    void erase(NodeRange range);
    /// Calls visit(node) for every member, lowest first.
    template <class Visit>
    void for_each(Visit visit) const {
        for (std::size_t word = low_; word < words_.size(); ++word)
            for (std::uint64_t bits = words_[word]; bits != 0; bits &= bits - 1)
                visit(static_cast<std::int32_t>(word * 64) + std::countr_zero(bits));
    }
    /// Removes the `wanted` lowest members and appends them to `out`; the set must have that many.
    void take_lowest(std::int32_t wanted, std::vector<NodeRange>& out);

  private:
    std::vector<std::uint64_t> words_;
    std::size_t low_ = 0;  ///< no member in any word before this one
    std::int32_t count_ = 0;
};

/// Appends a range, joined to the last one if they touch; `from` is the first range that may grow.
void append_range(std::vector<NodeRange>& ranges, std::size_t from, NodeRange range);

}  // namespace clustersim
