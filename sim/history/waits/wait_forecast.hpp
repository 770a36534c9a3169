// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// The quantiles that a forecast states; the first and last are its 90 % range.
inline constexpr std::array<double, 5> forecast_levels{0.05, 0.25, 0.50, 0.75, 0.95};

/// A forecast of log10 of the wait + 1 s.
struct WaitForecast {
    double centre = 0.0;
    std::array<double, forecast_levels.size()> quantiles{};  ///< ascending
};

/// The forecasts of one method.
struct MethodForecasts {
    std::string method;
    std::vector<std::optional<WaitForecast>>
        of;  ///< of each case; absent before the first forecast
};

/// How forecasts walk through the blocks.
struct WaitWalk {
    std::size_t first_forecast = 0;  ///< block; earlier ones are only learned from
    std::size_t first_scored = 0;    ///< block; forecasts before it only calibrate ranges
    std::size_t blocks_per_fit = 1;
};

}  // namespace clustersim
