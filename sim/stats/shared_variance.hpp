// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

namespace clustersim {

/// The intra-class correlation of values in groups: the share of their variance that lies between
/// the groups, 0..1, by a one-way analysis of variance (groups of one value are left out). 0 if
/// fewer than three groups are left.
double variance_between(std::span<std::vector<double> const> groups);

/// The same from products of pairs: the mean product, over pairs of different values of a group, of
/// the deviations from the mean of all values, over their variance. Each group counts by its number
/// of values, so that groups of very different sizes do not need equal variances. 0..1.
double pair_correlation(std::span<std::vector<double> const> groups);

}  // namespace clustersim
