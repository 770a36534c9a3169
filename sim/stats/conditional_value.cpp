// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/conditional_value.hpp"

#include <algorithm>
#include <cstddef>

namespace clustersim {

double
conditional_value(std::span<double const> ascending, double least, double most, double chance) {
    auto const from =
        static_cast<std::size_t>(std::ranges::upper_bound(ascending, least) - ascending.begin());
    auto const known = static_cast<double>(ascending.size() - from);
    double const rank = chance * (known + 1.0);
    if (rank < known) return ascending[from + static_cast<std::size_t>(rank)];
    return least + (rank - known) * (most - least);
}

}  // namespace clustersim
