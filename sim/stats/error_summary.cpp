// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/error_summary.hpp"

#include "sim/stats/quantile.hpp"

#include <cmath>
#include <vector>

namespace clustersim {

ErrorSummary summary_of(std::span<double const> relative_errors) {
    ErrorSummary summary;
    summary.rows = static_cast<int>(relative_errors.size());
    if (relative_errors.empty()) return summary;
    std::vector<double> sizes;
    for (double const error : relative_errors) sizes.push_back(std::abs(error));
    sizes = sorted(sizes);
    summary.median = median(sizes);
    summary.mean = mean(sizes);
    summary.worst = sizes.back();
    summary.bias = mean(relative_errors);
    return summary;
}

}  // namespace clustersim
