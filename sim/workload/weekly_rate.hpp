// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

namespace clustersim {

/// The relative rate of submissions over the week, the product of two cycles that are scaled to a
/// mean of 1. Weights are at least 0 and not all zero.
class WeeklyRate {
  public:
    WeeklyRate(std::array<double, 24> const& hours, std::array<double, 7> const& days)
        : hours_(with_mean_one(hours)), days_(with_mean_one(days)) {}

    /// At a time at least 0 from the beginning of the week, in seconds.
    [[nodiscard]] double at(double second) const {
        auto const hour = static_cast<std::uint64_t>(second / 3600.0);
        return hours_[hour % 24] * days_[(hour / 24) % 7];
    }
    [[nodiscard]] double largest() const {
        return *std::ranges::max_element(hours_) * *std::ranges::max_element(days_);
    }

  private:
    template <std::size_t N>
    static std::array<double, N> with_mean_one(std::array<double, N> weights) {
        double const total = std::accumulate(weights.begin(), weights.end(), 0.0);
        for (double& weight : weights) weight *= static_cast<double>(N) / total;
        return weights;
    }

    std::array<double, 24> hours_;
    std::array<double, 7> days_;
};

}  // namespace clustersim
