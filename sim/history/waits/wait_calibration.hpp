// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/waits/wait_cases.hpp"
#include "sim/history/waits/wait_forecast.hpp"
#include "sim/stats/calibrated_range.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace clustersim {

/// What the forecasts before an instant say of the range around one at that instant.
struct WaitCalibration {
    CalibratedRange range;
    double below = forecast_levels.front();  ///< the share of waits that the lower end leaves out
    double above = forecast_levels.front();  ///< that of the upper end

    /// The forecast with this centre, for a job that is submitted now. The range is not empty.
    [[nodiscard]] WaitForecast around(double centre) const;
};

// For a job that has waited w0 already, with F the calibrated distribution of y = log10(wait + 1 s):
//
//   y0 = log10(w0 + 1 s)
//   F(y | y >= y0) = (F(y) - F(y0)) / (1 - F(y0))
//
// so that its p quantile is that of F at F(y0) + (1 - F(y0)) p. It is never below y0, grows with
// y0, and is the one without a condition for w0 = 0. Valid if jobs that have waited this long
// continue to wait as those of the past did. Needs past waits beyond y0: `fewest_longer` of them,
// so that one lies outside of each end of a 90 % range.

/// Fewer past waits than this beyond the wait so far say nothing of a 90 % range.
inline constexpr std::size_t fewest_longer = 20;

/// A forecast for a job that has waited until `log_waited`; 0 for a new job.
class WaitedForecast {
  public:
    WaitedForecast(WaitCalibration const& calibration, double centre, double log_waited);

    /// Past waits with a similar forecast that lasted at least as long.
    [[nodiscard]] std::size_t longer() const { return longer_; }
    /// Of the whole wait; nothing if fewer than fewest_longer are longer.
    [[nodiscard]] std::optional<WaitForecast> forecast() const;
    /// The chance that the whole wait is at most this; nothing likewise.
    [[nodiscard]] std::optional<double> chance_until(double log_wait) const;

  private:
    [[nodiscard]] double share_below(double log_wait) const;

    WaitCalibration const& calibration_;
    double centre_, log_waited_;
    std::size_t longer_;
    double passed_ = 0.0;  ///< F(y0)
};

/// The calibrations of a walk: the errors of forecasts of earlier blocks as known then, among
/// forecasts with a similar centre (calibrated_range.hpp), and levels that follow the misses of the
/// ranges given in earlier blocks (adaptive_level.hpp). A miss stays a miss, so each call looks
/// only at forecasts whose outcome was open at the last call.
class WalkCalibration {
  public:
    /// `given`: the forecasts of the walk; those of a block are read when a later one is requested.
    WalkCalibration(WaitCases const& cases,
                    WaitWalk const& walk,
                    std::span<double const> centres,
                    MethodForecasts const& given);

    /// The calibration at the beginning of a block from walk.first_forecast on; blocks in ascending order. Nothing if no
    /// outcome of an earlier forecast is known.
    std::optional<WaitCalibration> at(std::size_t block);

  private:
    /// Of the forecasts of a block: the number whose wait is known to be below and above the range.
    struct Misses {
        double below = 0.0, above = 0.0;
        std::size_t forecasts = 0;
        std::vector<std::size_t> open;  ///< forecasts that may still become misses
    };
    [[nodiscard]] std::vector<PastForecast> errors(std::size_t block) const;
    void enter(std::size_t block);
    void look_at_open(Misses& misses, Instant now) const;

    WaitCases const& cases_;
    WaitWalk walk_;
    std::span<double const> centres_;
    MethodForecasts const& given_;
    std::vector<Misses> misses_;  ///< of the blocks from walk_.first_forecast on
};

}  // namespace clustersim
