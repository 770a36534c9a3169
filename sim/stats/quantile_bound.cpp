// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/quantile_bound.hpp"

#include <boost/math/distributions/binomial.hpp>

namespace clustersim {

std::optional<std::size_t> upper_bound_rank(std::size_t n, double p, double confidence) {
    if (n == 0) return std::nullopt;
    boost::math::binomial_distribution<double> const below(static_cast<double>(n), p);
    auto const covered = [&](std::size_t k) {
        return boost::math::cdf(below, static_cast<double>(k)) >= confidence;
    };
    if (!covered(n - 1)) return std::nullopt;
    std::size_t low = 0;
    std::size_t high = n - 1;  // always covered
    while (low < high) {
        std::size_t const middle = low + (high - low) / 2;
        if (covered(middle))
            high = middle;
        else
            low = middle + 1;
    }
    return high;
}

std::optional<double>
quantile_upper_bound(std::span<double const> ascending, double p, double confidence) {
    auto const rank = upper_bound_rank(ascending.size(), p, confidence);
    if (!rank) return std::nullopt;
    return ascending[*rank];
}

std::optional<double>
quantile_lower_bound(std::span<double const> ascending, double p, double confidence) {
    auto const rank = upper_bound_rank(ascending.size(), 1.0 - p, confidence);
    if (!rank) return std::nullopt;
    return ascending[ascending.size() - 1 - *rank];
}

}  // namespace clustersim
