// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

namespace clustersim {

/// The Kolmogorov-Smirnov distance, the largest difference between the distribution function of a
/// sample and F. F is continuous; `ascending` is not empty.
double ks_distance(std::span<double const> ascending, std::function<double(double)> const& f);

/// The same where only differences at the values themselves count: for whole numbers with F(v) =
/// P(value <= v).
double ks_distance_of_counts(std::span<double const> ascending,
                             std::function<double(double)> const& f);

/// The distance between two samples; neither is empty.
double ks_distance(std::span<double const> ascending, std::span<double const> other);

}  // namespace clustersim
