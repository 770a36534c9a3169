// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/wait_calibration.hpp"

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

WalkCalibration::WalkCalibration(WaitCases const& cases,
                                 WaitWalk const& walk,
                                 std::span<double const> centres,
                                 MethodForecasts const& given)
    : cases_(cases), walk_(walk), centres_(centres), given_(given) {}

std::vector<PastForecast> WalkCalibration::errors(std::size_t block) const {
    Instant const now = cases_.blocks[block].known_until;
    std::size_t const first = cases_.blocks[walk_.first_forecast].from;
    std::size_t const to = cases_.blocks[block].from;
    std::vector<PastForecast> past;
    for (std::size_t i = std::max(first, to - std::min(to, most_errors)); i < to; ++i) {
        if (std::isnan(centres_[i])) continue;
        WaitCase const& one = cases_.cases[i];
        past.push_back({centres_[i], one.log_wait_until(now), one.has_ended(now)});
    }
    return past;
}

void WalkCalibration::enter(std::size_t block) {
    Misses entered;
    for (std::size_t i = cases_.blocks[block].from; i < cases_.blocks[block].to; ++i)
        if (given_.of[i]) entered.open.push_back(i);
    entered.forecasts = entered.open.size();
    misses_.push_back(std::move(entered));
}

void WalkCalibration::look_at_open(Misses& misses, Instant now) const {
    std::erase_if(
        misses.open,
        [&](std::size_t i) {
            WaitCase const& one = cases_.cases[i];
            auto const& range = given_.of[i]->quantiles;
            double const log_wait = one.log_wait_until(now);
            bool const ended = one.has_ended(now);
            bool const above = log_wait > range.back();
            misses.above += above ? 1 : 0;
            misses.below += ended && log_wait < range.front() ? 1 : 0;
            return ended || above;
        });
}

std::optional<WaitCalibration> WalkCalibration::at(std::size_t block) {
    Instant const now = cases_.blocks[block].known_until;
    for (std::size_t next = walk_.first_forecast + misses_.size(); next < block; ++next)
        enter(next);
    for (Misses& misses : misses_) look_at_open(misses, now);
    auto const past = errors(block);
    WaitCalibration out{.range = CalibratedRange(past, errors_per_bin, most_bins)};
    if (!out.range.quantile(0.0, 0.5)) return std::nullopt;
    AdaptiveLevel below(out.below, step);
    AdaptiveLevel above(out.above, step);
    for (Misses const& misses : misses_) {
        if (misses.forecasts == 0) continue;
        auto const forecasts = static_cast<double>(misses.forecasts);
        below.update(misses.below / forecasts);
        above.update(misses.above / forecasts);
    }
    out.below = below.level();
    out.above = above.level();
    return out;
}

}  // namespace clustersim
