// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/waits/wait_cases.hpp"
#include "sim/history/waits/wait_forecast.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {

/// How well forecasts of log10 of the wait + 1 s did. Shares are from 0 to 1.
struct WaitScore {
    std::size_t jobs = 0;
    double squared_error = 0.0;  ///< mean, of the centre
    double within_2 =
        0.0;  ///< share of the jobs with wait + 1 s within a factor of 2 of the centre
    double within_3 = 0.0;
    double pinball = 0.0;  ///< mean over forecast_levels of the quantile loss, log10
    double held = 0.0;     ///< share of the waits in the 90 % range
    double width = 0.0;    ///< mean of the 90 % range, log10
};

/// The parts of a score by the names that files give them.
inline constexpr std::array<std::pair<char const*, double WaitScore::*>, 6> score_parts{
    {{"squared_error", &WaitScore::squared_error},
     {"within_2", &WaitScore::within_2},
     {"within_3", &WaitScore::within_3},
     {"pinball_loss", &WaitScore::pinball},
     {"range_holds", &WaitScore::held},
     {"range_width", &WaitScore::width}}};

/// The score of the given cases, which all have a forecast.
WaitScore score_of(WaitCases const& cases,
                   MethodForecasts const& forecasts,
                   std::span<std::size_t const> positions);

/// An interval from 5 to 95 %.
struct ScoreInterval {
    double low = 0.0, high = 0.0;
};

/// The interval of the mean squared error if whole blocks are resampled with replacement 1,000 times: jobs of one day
/// are not independent (B. Efron and R. Tibshirani, An Introduction to the Bootstrap, Chapman and Hall 1993, chapter 8).
/// The seed of the resampling is fixed.
ScoreInterval squared_error_interval(WaitCases const& cases,
                                     MethodForecasts const& forecasts,
                                     std::span<std::size_t const> positions);

struct MethodScore {
    std::string method;
    WaitScore score;
    ScoreInterval squared_error;
};

/// The score of a method for the given cases.
MethodScore method_score(WaitCases const& cases,
                         MethodForecasts const& forecasts,
                         std::span<std::size_t const> positions);

/// Cases that have something in common.
struct WaitGroup {
    std::string name;
    std::vector<std::size_t> positions;
};

/// The given cases by size, by requested walltime, and with and without GPUs if both occur; empty groups are left out.
std::vector<WaitGroup> groups_of(WaitCases const& cases, std::span<std::size_t const> positions);

/// The width of the shortest range that holds at least this share of the values: the best that one range for all jobs
/// could do in hindsight. `values` are not empty.
double shortest_range(std::span<double const> values, double share);

}  // namespace clustersim
