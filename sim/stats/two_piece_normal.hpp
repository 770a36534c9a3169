// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim {

/// A positive quantity known by its 5, 50 and 95 % quantiles: normal on each side of the median with its own width
/// (Wallis, The two-piece normal, binormal, or double Gaussian distribution, Statistical Science 29, 2014, with halves of
/// equal probability). low <= median <= high.
struct TwoPieceNormal {
    double low = 0.0;
    double median = 0.0;
    double high = 0.0;

    /// The value that a share p in [0, 1] of the distribution does not exceed, at least 0. For p
    /// within one millionth of 0 or 1, the value at that distance is returned.
    [[nodiscard]] double quantile(double p) const;
};

}  // namespace clustersim
