// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/waits/wait_cases.hpp"
#include "sim/study/waits/wait_forecast.hpp"

#include <span>

namespace clustersim {

/// Ranges around learned centres (learned_centres.hpp). At each block they come from the errors of the forecasts of
/// earlier blocks, as known at its beginning, among forecasts with a similar centre (calibrated_range.hpp); each tail of
/// the 90 % range follows its misses in earlier blocks (adaptive_level.hpp). Absent where centres are NaN or no outcome
/// of an earlier forecast is known.
MethodForecasts
learned_forecasts(WaitCases const& cases, WaitWalk const& walk, std::span<double const> centres);

}  // namespace clustersim
