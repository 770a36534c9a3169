// SPDX-License-Identifier: Apache-2.0
#include "sim/study/precision.hpp"

#include "sim/study/starts.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace clustersim {

double MedianWait::precision() const {
    constexpr double five_minutes = 300.0;
    return 0.5 * (high - low).si() / std::max(five_minutes, median.si());
}

std::optional<MedianWait> median_wait(std::span<QueueSample const> samples, int tasks) {
    std::vector<double> waits = replicate_waits(samples, tasks);
    auto const n = static_cast<double>(waits.size());
    auto const reach = 0.98 * std::sqrt(n);
    double const first = std::floor(0.5 * n - reach);
    if (first < 1.0) return std::nullopt;
    std::ranges::sort(waits);
    // Ranks count from one; the two ends lie symmetrically.
    auto const low = static_cast<std::size_t>(first) - 1;
    double const high = waits[waits.size() - 1 - low];
    if (!std::isfinite(high)) return std::nullopt;
    return MedianWait{seconds(waits[waits.size() / 2]), seconds(waits[low]), seconds(high)};
}

std::int64_t samples_for(MedianWait const& wait, std::size_t samples, double precision) {
    double const ratio = wait.precision() / precision;
    return static_cast<std::int64_t>(std::ceil(static_cast<double>(samples) * ratio * ratio));
}

}  // namespace clustersim
