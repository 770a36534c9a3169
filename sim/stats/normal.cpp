// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/normal.hpp"

#include <boost/math/special_functions/erf.hpp>

#include <cmath>
#include <numbers>

namespace clustersim {

double normal_cdf(double z) {
    return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

double normal_quantile(double p) {
    return -std::numbers::sqrt2 * boost::math::erfc_inv(2.0 * p);
}

}  // namespace clustersim
