// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/quantile.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

void require_sample(std::size_t n, double p) {
    CS_ENSURE(n > 0, "a quantile of no values");
    CS_ENSURE(p >= 0.0 && p <= 1.0, "a quantile's share lies in [0, 1]");
}

}  // namespace

std::vector<double> sorted(std::span<double const> values) {
    CS_ENSURE(std::ranges::none_of(values, [](double v) { return std::isnan(v); }),
              "NaN cannot be sorted");
    std::vector<double> out(values.begin(), values.end());
    std::ranges::sort(out);
    return out;
}

double quantile(std::span<double const> ascending, double p) {
    require_sample(ascending.size(), p);
    double const position = static_cast<double>(ascending.size() - 1) * p;
    auto const below = static_cast<std::size_t>(position);
    if (below + 1 >= ascending.size()) return ascending.back();
    double const share = position - static_cast<double>(below);
    // Returned without interpolation: infinity times zero would be NaN.
    if (share == 0.0) return ascending[below];
    return ascending[below] + share * (ascending[below + 1] - ascending[below]);
}

std::size_t rank_at(std::size_t n, double p) {
    require_sample(n, p);
    // 0.95 * 20 is slightly above 19 in binary; the rank must be 19.
    double const exact = p * static_cast<double>(n);
    return std::clamp<std::size_t>(static_cast<std::size_t>(std::ceil(exact - 1e-9)), 1, n) - 1;
}

double median(std::span<double const> ascending) {
    return quantile(ascending, 0.5);
}

double mean(std::span<double const> values) {
    CS_ENSURE(!values.empty(), "a mean of no values");
    // Neumaier's compensated sum: a million waits lose no digits.
    double sum = 0.0;
    double lost = 0.0;
    for (double const value : values) {
        double const next = sum + value;
        lost += std::fabs(sum) >= std::fabs(value) ? (sum - next) + value : (value - next) + sum;
        sum = next;
    }
    return (sum + lost) / static_cast<double>(values.size());
}

}  // namespace clustersim
