// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/waited_forecasts.hpp"

#include "sim/history/waits/wait_calibration.hpp"

#include <cmath>
#include <vector>

namespace clustersim {

WaitedForecasts waited_forecasts(WaitCases const& cases,
                                 WaitWalk const& walk,
                                 std::span<double const> centres,
                                 MethodForecasts const& given) {
    WaitedForecasts out;
    WalkCalibration calibrations(cases, walk, centres, given);
    std::vector<std::size_t> waiting;
    std::size_t next = cases.blocks[walk.first_forecast].from;
    for (std::size_t b = walk.first_scored; b < cases.blocks.size(); ++b) {
        Instant const now = cases.blocks[b].known_until;
        for (; next < cases.blocks[b].from; ++next)
            if (!std::isnan(centres[next])) waiting.push_back(next);
        std::erase_if(waiting, [&](std::size_t i) { return cases.cases[i].has_ended(now); });
        auto const calibration = waiting.empty() ? std::nullopt : calibrations.at(b);
        std::size_t const from = out.cases.cases.size();
        for (std::size_t const i : waiting) {
            if (!calibration) break;
            double const so_far = cases.cases[i].log_wait_until(now);
            auto forecast = WaitedForecast(*calibration, centres[i], so_far).forecast();
            if (!forecast) {
                ++out.no_range;
                continue;
            }
            out.cases.cases.push_back(cases.cases[i]);
            out.forecasts.of.emplace_back(*forecast);
        }
        out.cases.blocks.push_back({now, from, out.cases.cases.size()});
    }
    return out;
}

}  // namespace clustersim
