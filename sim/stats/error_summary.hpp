// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace clustersim {

/// Relative errors of predictions over some rows.
struct ErrorSummary {
    int rows = 0;
    double median = 0.0;  ///< of the absolute values
    double mean = 0.0;    ///< of the absolute values
    double worst = 0.0;
    double bias = 0.0;  ///< mean of the signed errors; above 0: predictions too large
};
ErrorSummary summary_of(std::span<double const> relative_errors);

}  // namespace clustersim
