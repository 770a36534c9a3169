// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

namespace clustersim {

/// A range that covers a parameter with at least the confidence asked for.
struct ConfidenceInterval {
    double low = 0.0;
    double high = 0.0;
    double confidence = 0.0;  ///< the one reached, at least the one asked for
};

/// The interval [x_(k), x_(n+1-k)] of order statistics with the largest k such that
/// 1 - 2 P(Binomial(n, 1/2) < k) >= confidence: it covers the median of any continuous
/// distribution (David and Nagaraja, Order Statistics, 3rd ed. 2003, section 7.1,
/// doi:10.1002/0471722162). Nothing when even the whole range of `ascending` does not reach the
/// confidence: below six values for 95 %.
std::optional<ConfidenceInterval> median_interval(std::span<double const> ascending,
                                                  double confidence = 0.95);

}  // namespace clustersim
