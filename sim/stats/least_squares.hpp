// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace clustersim {

/// One unknown of a fit; the search stays within its bounds.
struct BoundedUnknown {
    double start = 0.0;
    double low = 0.0;
    double high = 0.0;
};

struct LeastSquaresFit {
    std::vector<double> values;
    /// Square roots of the diagonal of (J^T J)^-1 at the solution, for residuals in units of their own
    /// standard deviation; infinite if the residuals do not depend on an unknown.
    std::vector<double> errors;
    /// (J^T J)^-1 over the unknowns, row by row; zero rows and columns for unknowns without
    /// influence.
    std::vector<double> covariance;
    double cost = 0.0;  ///< half the sum of squared residuals
    int iterations = 0;
    bool converged = false;
};

/// Writes the residuals for the values; the number of residuals is always the same.
using Residuals = std::function<void(std::span<double const> values, std::span<double> residuals)>;

/// Least squares by Eigen's Levenberg-Marquardt, which is MINPACK's (Moré, Lecture Notes in Mathematics 630 (1978) 105,
/// doi:10.1007/BFb0067700), with Jacobians by central differences. An unknown at a bound that the step would cross
/// stays there. Works best with unknowns of similar size, such as logarithms.
LeastSquaresFit least_squares(Residuals const& residuals,
                              std::size_t residual_count,
                              std::span<BoundedUnknown const> unknowns);

}  // namespace clustersim
