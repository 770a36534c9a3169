// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/interval.hpp"

#include "sim/core/ensure.hpp"

#include <boost/math/distributions/binomial.hpp>

#include <cstddef>

namespace clustersim {

std::optional<ConfidenceInterval> median_interval(std::span<double const> ascending,
                                                  double confidence) {
    CS_ENSURE(confidence > 0.0 && confidence < 1.0, "a confidence lies between 0 and 1");
    std::size_t const n = ascending.size();
    if (n < 2) return std::nullopt;
    boost::math::binomial_distribution<double> const below(static_cast<double>(n), 0.5);
    auto const reached = [&](std::size_t k) {
        return 1.0 - 2.0 * boost::math::cdf(below, static_cast<double>(k) - 1.0);
    };
    if (reached(1) < confidence) return std::nullopt;
    // reached() falls with k, so the last k that holds is found by halving.
    std::size_t holds = 1;
    std::size_t fails = n / 2 + 1;
    while (fails - holds > 1) {
        std::size_t const middle = holds + (fails - holds) / 2;
        (reached(middle) >= confidence ? holds : fails) = middle;
    }
    return ConfidenceInterval{ascending[holds - 1], ascending[n - holds], reached(holds)};
}

}  // namespace clustersim
