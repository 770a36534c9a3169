// SPDX-License-Identifier: Apache-2.0
#include "sim/study/waits/wait_calibration.hpp"

#include "sim/stats/adaptive_level.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace clustersim {
namespace {

constexpr double step = 0.05;
constexpr std::size_t errors_per_bin = 500;
constexpr std::size_t most_bins = 10;
constexpr std::size_t most_errors = 50'000;  ///< the latest

/// What is known at an instant of the forecasts before.
class ForecastsSoFar {
  public:
    ForecastsSoFar(WaitCases const& cases,
                   std::span<double const> centres,
                   MethodForecasts const& given)
        : cases_(cases), centres_(centres), given_(given) {}

    [[nodiscard]] std::vector<PastForecast> errors(std::size_t first_case,
                                                   std::size_t block) const {
        Instant const now = cases_.blocks[block].known_until;
        std::size_t const to = cases_.blocks[block].from;
        std::vector<PastForecast> past;
        for (std::size_t i = std::max(first_case, to - std::min(to, most_errors)); i < to; ++i) {
            if (std::isnan(centres_[i])) continue;
            WaitCase const& one = cases_.cases[i];
            past.push_back({centres_[i], one.log_wait_until(now), one.has_ended(now)});
        }
        return past;
    }

    /// The shares of a block's forecasts whose wait is known to be below and above the range.
    struct Misses {
        double below = 0.0, above = 0.0;
        std::size_t forecasts = 0;
    };
    [[nodiscard]] Misses misses(std::size_t block, Instant now) const {
        Misses out;
        for (std::size_t i = cases_.blocks[block].from; i < cases_.blocks[block].to; ++i) {
            if (!given_.of[i]) continue;
            WaitCase const& one = cases_.cases[i];
            double const log_wait = one.log_wait_until(now);
            ++out.forecasts;
            out.below += one.has_ended(now) && log_wait < given_.of[i]->quantiles.front() ? 1 : 0;
            out.above += log_wait > given_.of[i]->quantiles.back() ? 1 : 0;
        }
        if (out.forecasts == 0) return out;
        out.below /= static_cast<double>(out.forecasts);
        out.above /= static_cast<double>(out.forecasts);
        return out;
    }

  private:
    WaitCases const& cases_;
    std::span<double const> centres_;
    MethodForecasts const& given_;
};

}  // namespace

WaitForecast WaitCalibration::around(double centre) const {
    return *WaitedForecast(*this, centre, 0.0).forecast();
}

WaitedForecast::WaitedForecast(WaitCalibration const& calibration, double centre, double log_waited)
    : calibration_(calibration), centre_(centre), log_waited_(log_waited) {
    longer_ = calibration.range.count_from(centre, log_waited);
    if (log_waited > 0.0) passed_ = share_below(log_waited);
}

/// No wait is shorter than 0 s.
double WaitedForecast::share_below(double log_wait) const {
    return log_wait <= 0.0 ? 0.0 : *calibration_.range.share_below(centre_, log_wait);
}

std::optional<WaitForecast> WaitedForecast::forecast() const {
    if (log_waited_ > 0.0 && longer_ < fewest_longer) return std::nullopt;
    WaitForecast out{.centre = centre_};
    std::array<double, forecast_levels.size()> levels = forecast_levels;
    levels.front() = calibration_.below;
    levels.back() = 1.0 - calibration_.above;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        double const level = passed_ + (1.0 - passed_) * levels[i];
        out.quantiles[i] = std::max(*calibration_.range.quantile(centre_, level), log_waited_);
    }
    std::ranges::sort(out.quantiles);
    if (log_waited_ > 0.0) out.centre = out.quantiles[out.quantiles.size() / 2];
    return out;
}

std::optional<double> WaitedForecast::chance_until(double log_wait) const {
    if (log_waited_ > 0.0 && longer_ < fewest_longer) return std::nullopt;
    if (log_wait <= log_waited_) return 0.0;
    return (share_below(log_wait) - passed_) / (1.0 - passed_);
}

std::optional<WaitCalibration> calibration_at(WaitCases const& cases,
                                              WaitWalk const& walk,
                                              std::span<double const> centres,
                                              MethodForecasts const& given,
                                              std::size_t block) {
    ForecastsSoFar const so_far(cases, centres, given);
    auto const past = so_far.errors(cases.blocks[walk.first_forecast].from, block);
    WaitCalibration out{.range = CalibratedRange(past, errors_per_bin, most_bins)};
    if (!out.range.quantile(0.0, 0.5)) return std::nullopt;
    AdaptiveLevel below(out.below, step);
    AdaptiveLevel above(out.above, step);
    for (std::size_t earlier = walk.first_forecast; earlier < block; ++earlier) {
        auto const missed = so_far.misses(earlier, cases.blocks[block].known_until);
        if (missed.forecasts == 0) continue;
        below.update(missed.below);
        above.update(missed.above);
    }
    out.below = below.level();
    out.above = above.level();
    return out;
}

}  // namespace clustersim
