// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/jackknife.hpp"

#include "sim/stats/quantile.hpp"
#include "sim/stats/student.hpp"

#include <cmath>

namespace clustersim {

std::optional<double> jackknife_half_width(std::span<double const> left_out) {
    constexpr std::size_t fewest = 3;
    if (left_out.size() < fewest) return std::nullopt;
    double const middle = mean(left_out);
    double squares = 0.0;
    for (double const one : left_out) squares += (one - middle) * (one - middle);
    auto const n = static_cast<double>(left_out.size());
    return student_quantile(0.975, n - 1.0) * std::sqrt((n - 1.0) / n * squares);
}

}  // namespace clustersim
