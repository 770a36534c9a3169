// SPDX-License-Identifier: Apache-2.0
//
// Stragglers.
//
// Equation. A synchronous step takes 1 + s E_n of its mean, E_n the expected maximum of n standard normal
// variables, by Blom the quantile at (n - 0.375) / (n + 0.25).
// Source. Blom, "Statistical Estimates and Transformed Beta-Variables", 1958; the quantile by Abramowitz
// and Stegun, 26.2.23 (error below 4.5e-4).
// Domain. Independent, lasting differences between healthy devices. One broken node is a different case:
// it cost BLOOM 6 % on 384 GPUs (149 to 140 TFLOP/s; BigScience chronicles, 2022) until it was found.
#include "models/failure/straggler.hpp"

#include "sim/core/ensure.hpp"

#include <cmath>

namespace clustersim {

double expected_maximum(int n) {
    CS_ENSURE(n >= 1, "there is at least one device");
    if (n == 1) return 0.0;
    double const above = 1.0 - (n - 0.375) / (n + 0.25);
    double const t = std::sqrt(-2.0 * std::log(above));
    return t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                   (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
}

double slowest_of(int n, double spread) {
    return 1.0 + spread * expected_maximum(n);
}

}  // namespace clustersim
