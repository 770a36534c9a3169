// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

namespace clustersim {

/// The values in ascending order, as the functions below want them. No value is NaN.
std::vector<double> sorted(std::span<double const> values);

/// Quantile by linear interpolation between order statistics at position 1 + (n-1)p: type 7 of
/// Hyndman and Fan, The American Statistician 50 (1996) 361, doi:10.2307/2684934; the default of R,
/// NumPy and pandas. `ascending` is not empty, p in [0, 1].
double quantile(std::span<double const> ascending, double p);

/// The smallest value with at least the share p of the values at or below it: rank ceil(p n), at
/// least 1. Always one of the values, as percentiles of waits are usually meant.
double nearest_rank(std::span<double const> ascending, double p);

/// quantile(ascending, 0.5)
double median(std::span<double const> ascending);

/// The arithmetic mean of at least one value, in any order.
double mean(std::span<double const> values);

/// The standard deviation of the sample, with n - 1; at least two values.
double standard_deviation(std::span<double const> values);

}  // namespace clustersim
