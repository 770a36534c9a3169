// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace clustersim {

/// A quotient of two sums over blocks of data, such as a mean wait: waits over jobs, by replicate. Its interval is that
/// of the delete-one jackknife (jackknife.hpp).
class BlockedQuotient {
  public:
    explicit BlockedQuotient(std::size_t blocks) : above_(blocks), below_(blocks) {}

    void add(std::size_t block, double up, double down = 1.0) {
        above_[block] += up;
        below_[block] += down;
    }
    [[nodiscard]] std::size_t blocks() const { return above_.size(); }
    /// Whether the block has data.
    [[nodiscard]] bool has(std::size_t block) const { return below_[block] > 0.0; }
    [[nodiscard]] bool empty() const;
    /// The quotient over all blocks; 0 without data.
    [[nodiscard]] double value() const { return without(blocks()); }
    /// The quotient over all blocks but one; 0 if nothing is left.
    [[nodiscard]] double without(std::size_t block) const;
    /// Half the width of the 95 % interval of the value; nothing for fewer than three blocks with data.
    [[nodiscard]] std::optional<double> half_width() const;

  private:
    std::vector<double> above_, below_;
};

/// Half the width of the 95 % interval of other - first. Blocks with the same number belong
/// together, so that changes common to both quotients cancel. Both have the same number of blocks.
std::optional<double> half_width_of_difference(BlockedQuotient const& first,
                                               BlockedQuotient const& other);

}  // namespace clustersim
