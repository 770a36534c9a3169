// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace clustersim {

/// The rank, from 0, of the smallest of n ordered values that is at or above the p quantile with at least this
/// confidence, if the values are independent and of one distribution: the smallest k with P(B <= k) >= confidence, where
/// B, the number of values below the quantile, is binomial (n, p). Nothing if n is too small for that. p and confidence
/// are in (0, 1).
///
/// Source: the Brevik Method Batch Predictor; J. Brevik, D. Nurmi and R. Wolski, Predicting bounds on queuing delay for
/// batch-scheduled parallel machines, PPoPP 2006, doi:10.1145/1122971.1122989.
std::optional<std::size_t> upper_bound_rank(std::size_t n, double p, double confidence);

/// The value of that rank; nothing if there are too few values.
std::optional<double>
quantile_upper_bound(std::span<double const> ascending, double p, double confidence);

/// The largest value that is at or below the p quantile with this confidence.
std::optional<double>
quantile_lower_bound(std::span<double const> ascending, double p, double confidence);

}  // namespace clustersim
