// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/shared_variance.hpp"

#include "sim/stats/quantile.hpp"

#include <algorithm>

namespace clustersim {

double variance_between(std::span<std::vector<double> const> groups) {
    double n = 0.0;
    double count = 0.0;
    double squares_of_sizes = 0.0;
    double grand = 0.0;
    for (auto const& group : groups) {
        if (group.size() < 2) continue;
        auto const size = static_cast<double>(group.size());
        n += size;
        count += 1.0;
        squares_of_sizes += size * size;
        grand += mean(group) * size;
    }
    if (count < 3.0 || n <= count) return 0.0;
    grand /= n;
    double within = 0.0;
    double between = 0.0;
    for (auto const& group : groups) {
        if (group.size() < 2) continue;
        double const own = mean(group);
        for (double const v : group) within += (v - own) * (v - own) / (n - count);
        between +=
            static_cast<double>(group.size()) * (own - grand) * (own - grand) / (count - 1.0);
    }
    double const size = (n - squares_of_sizes / n) / (count - 1.0);
    double const spread = std::max(0.0, (between - within) / size);
    return spread + within > 0.0 ? spread / (spread + within) : 0.0;
}

double pair_correlation(std::span<std::vector<double> const> groups) {
    double n = 0.0;
    double centre = 0.0;
    for (auto const& group : groups) {
        for (double const v : group) centre += v;
        n += static_cast<double>(group.size());
    }
    if (n <= 0.0) return 0.0;
    centre /= n;
    double variance = 0.0;
    double products = 0.0;
    double paired = 0.0;
    for (auto const& group : groups) {
        double sum = 0.0;
        double squares = 0.0;
        for (double const v : group) {
            sum += v - centre;
            squares += (v - centre) * (v - centre);
        }
        variance += squares / n;
        if (group.size() < 2) continue;
        auto const size = static_cast<double>(group.size());
        products += (sum * sum - squares) / (size - 1.0);
        paired += size;
    }
    if (paired <= 0.0 || variance <= 0.0) return 0.0;
    return std::clamp(products / paired / variance, 0.0, 1.0);
}

}  // namespace clustersim
