// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace clustersim {

/// Simpson's rule over [low, high] with an even number of steps.
template <class Function>
double integral(Function const& f, double low, double high, std::size_t steps) {
    double const width = (high - low) / static_cast<double>(steps);
    double sum = f(low) + f(high);
    for (std::size_t i = 1; i < steps; ++i)
        sum += (i % 2 == 1 ? 4.0 : 2.0) * f(low + static_cast<double>(i) * width);
    return sum * width / 3.0;
}

}  // namespace clustersim
