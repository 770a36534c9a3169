// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/waits/wait_cases.hpp"
#include "sim/history/waits/wait_forecast.hpp"

#include <span>

namespace clustersim {

/// Ranges around learned centres (learned_centres.hpp), block by block from what was known at its beginning
/// (wait_calibration.hpp). Absent where centres are NaN or no outcome of an earlier forecast is known.
MethodForecasts
learned_forecasts(WaitCases const& cases, WaitWalk const& walk, std::span<double const> centres);

}  // namespace clustersim
