// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/ks_distance.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace clustersim {

double ks_distance(std::span<double const> ascending, std::function<double(double)> const& f) {
    auto const n = static_cast<double>(ascending.size());
    double largest = 0.0;
    for (std::size_t i = 0; i < ascending.size(); ++i) {
        double const at = f(ascending[i]);
        largest = std::max(
            {largest, (static_cast<double>(i) + 1.0) / n - at, at - static_cast<double>(i) / n});
    }
    return largest;
}

double ks_distance_of_counts(std::span<double const> ascending,
                             std::function<double(double)> const& f) {
    auto const n = static_cast<double>(ascending.size());
    double largest = 0.0;
    for (std::size_t i = 0; i < ascending.size(); ++i) {
        if (i + 1 < ascending.size() && ascending[i + 1] == ascending[i]) continue;
        largest =
            std::max(largest, std::fabs((static_cast<double>(i) + 1.0) / n - f(ascending[i])));
    }
    return largest;
}

double ks_distance(std::span<double const> ascending, std::span<double const> other) {
    double largest = 0.0;
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < ascending.size() && j < other.size()) {
        double const x = std::min(ascending[i], other[j]);
        while (i < ascending.size() && ascending[i] <= x) ++i;
        while (j < other.size() && other[j] <= x) ++j;
        largest =
            std::max(largest,
                     std::fabs(static_cast<double>(i) / static_cast<double>(ascending.size()) -
                               static_cast<double>(j) / static_cast<double>(other.size())));
    }
    return largest;
}

}  // namespace clustersim
