// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iterator>
#include <span>
#include <vector>

namespace clustersim {

/// The values in ascending order, as required by the functions below. No value is NaN.
std::vector<double> sorted(std::span<double const> values);

/// Quantile by linear interpolation between order statistics at position 1 + (n-1)p: type 7 of
/// Hyndman and Fan, The American Statistician 50 (1996) 361, doi:10.2307/2684934; the default of R,
/// NumPy and pandas. `ascending` is not empty, p in [0, 1].
double quantile(std::span<double const> ascending, double p);

/// The rank, from 0, of the smallest of n values with at least the share p of the values at or below it: ceil(p n), at
/// least the first. n is not 0, p in [0, 1].
std::size_t rank_at(std::size_t n, double p);

/// The value of that rank: always one of the values, the usual definition for percentiles of waits.
auto nearest_rank(auto const& ascending, double p) {
    return ascending[rank_at(std::size(ascending), p)];
}

/// quantile(ascending, 0.5)
double median(std::span<double const> ascending);

/// The arithmetic mean of at least one value, in any order.
double mean(std::span<double const> values);

}  // namespace clustersim
