// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/blocked_quotient.hpp"

#include "sim/stats/jackknife.hpp"

#include <algorithm>

namespace clustersim {

bool BlockedQuotient::empty() const {
    return std::ranges::none_of(
        below_, [](double down) { return down > 0.0; });
}

double BlockedQuotient::without(std::size_t block) const {
    double up = 0.0;
    double down = 0.0;
    for (std::size_t b = 0; b < above_.size(); ++b) {
        if (b == block) continue;
        up += above_[b];
        down += below_[b];
    }
    return down > 0.0 ? up / down : 0.0;
}

std::optional<double> BlockedQuotient::half_width() const {
    std::vector<double> left_out;
    for (std::size_t b = 0; b < blocks(); ++b)
        if (has(b)) left_out.push_back(without(b));
    return jackknife_half_width(left_out);
}

std::optional<double> half_width_of_difference(BlockedQuotient const& first,
                                               BlockedQuotient const& other) {
    std::vector<double> left_out;
    for (std::size_t b = 0; b < first.blocks(); ++b) {
        // Blocks without data say nothing.
        if (first.has(b) || other.has(b)) left_out.push_back(other.without(b) - first.without(b));
    }
    return jackknife_half_width(left_out);
}

}  // namespace clustersim
