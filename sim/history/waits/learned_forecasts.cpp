// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/learned_forecasts.hpp"

#include "sim/history/waits/wait_calibration.hpp"

#include <cmath>
#include <vector>

namespace clustersim {

MethodForecasts
learned_forecasts(WaitCases const& cases, WaitWalk const& walk, std::span<double const> centres) {
    MethodForecasts out{"boosted trees",
                        std::vector<std::optional<WaitForecast>>(cases.cases.size())};
    WalkCalibration calibrations(cases, walk, centres, out);
    for (std::size_t b = walk.first_forecast + 1; b < cases.blocks.size(); ++b) {
        auto const calibration = calibrations.at(b);
        if (!calibration) continue;
        for (std::size_t i = cases.blocks[b].from; i < cases.blocks[b].to; ++i)
            if (!std::isnan(centres[i])) out.of[i] = calibration->around(centres[i]);
    }
    return out;
}

}  // namespace clustersim
