// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/waits/wait_cases.hpp"
#include "sim/history/waits/wait_forecast.hpp"

#include <cstddef>
#include <span>

namespace clustersim {

/// Forecasts for jobs of a log that still wait when a block begins: one case for each job and block, at its submission.
struct WaitedForecasts {
    WaitCases cases;  ///< without features
    MethodForecasts forecasts;
    std::size_t no_range =
        0;  ///< cases that had waited longer than nearly all of the past: not among `cases`
};

/// What a forecast at the beginning of each block from walk.first_scored on says of the jobs that wait: the range around
/// the centre of their submission (learned_centres.hpp), as calibrated by then and given the wait so far
/// (WaitedForecast). `given` are the forecasts at the submissions.
WaitedForecasts waited_forecasts(WaitCases const& cases,
                                 WaitWalk const& walk,
                                 std::span<double const> centres,
                                 MethodForecasts const& given);

}  // namespace clustersim
