// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/two_piece_normal.hpp"

#include "sim/stats/normal.hpp"

#include <algorithm>

namespace clustersim {

double TwoPieceNormal::quantile(double p) const {
    constexpr double z_95 = 1.6448536269514722;
    constexpr double rare = 1e-6;
    double const z = normal_quantile(std::clamp(p, rare, 1.0 - rare)) / z_95;
    return std::max(0.0, median + z * (z < 0.0 ? median - low : high - median));
}

}  // namespace clustersim
