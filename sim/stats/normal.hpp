// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim {

/// The standard normal distribution function.
double normal_cdf(double z);

/// Quantile of probability p, 0 < p < 1, of the standard normal distribution.
double normal_quantile(double p);

}  // namespace clustersim
