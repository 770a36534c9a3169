// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/mser.hpp"

#include <vector>

namespace clustersim {

std::optional<std::size_t> mser5(std::span<double const> observations) {
    constexpr std::size_t batch = 5;
    constexpr std::size_t fewest = 10;
    std::size_t const n = observations.size() / batch;
    if (n < fewest) return std::nullopt;
    std::vector<double> means(n, 0.0);
    for (std::size_t i = 0; i < n * batch; ++i) means[i / batch] += observations[i] / batch;
    // From the last mean to the first: sums of the rest grow by one term each.
    double sum = 0.0;
    double squares = 0.0;
    std::size_t best = n;
    double smallest = 0.0;
    for (std::size_t d = n; d-- > 0;) {
        // About a common offset, so that equal values have no spread by rounding.
        double const y = means[d] - means.back();
        sum += y;
        squares += y * y;
        auto const rest = static_cast<double>(n - d);
        if (n - d < batch) continue;  // a few equal means at the end are no steady state
        double const error = (squares - sum * sum / rest) / (rest * rest);
        if (best == n || error <= smallest) {
            best = d;
            smallest = error;
        }
    }
    if (best > n / 2) return std::nullopt;
    return best * batch;
}

}  // namespace clustersim
