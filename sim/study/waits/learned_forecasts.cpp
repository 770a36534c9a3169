// SPDX-License-Identifier: Apache-2.0
#include "sim/study/waits/learned_forecasts.hpp"

#include "sim/stats/adaptive_level.hpp"
#include "sim/stats/calibrated_range.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace clustersim {
namespace {

constexpr double tail = forecast_levels.front();
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

/// The levels of both tails after the misses of all earlier blocks, as far as known by now.
struct TailLevels {
    AdaptiveLevel below{tail, step};
    AdaptiveLevel above{tail, step};
};

WaitForecast around(double centre, CalibratedRange const& range, TailLevels const& tails) {
    WaitForecast forecast{.centre = centre};
    std::array<double, forecast_levels.size()> levels = forecast_levels;
    levels.front() = tails.below.level();
    levels.back() = 1.0 - tails.above.level();
    for (std::size_t i = 0; i < levels.size(); ++i)
        forecast.quantiles[i] = std::max(*range.quantile(centre, levels[i]), 0.0);
    std::ranges::sort(forecast.quantiles);
    return forecast;
}

}  // namespace

MethodForecasts
learned_forecasts(WaitCases const& cases, WaitWalk const& walk, std::span<double const> centres) {
    MethodForecasts out{"boosted trees",
                        std::vector<std::optional<WaitForecast>>(cases.cases.size())};
    ForecastsSoFar const so_far(cases, centres, out);
    for (std::size_t b = walk.first_forecast + 1; b < cases.blocks.size(); ++b) {
        auto const past = so_far.errors(cases.blocks[walk.first_forecast].from, b);
        CalibratedRange const range(past, errors_per_bin, most_bins);
        if (!range.quantile(0.0, 0.5)) continue;
        TailLevels tails;
        for (std::size_t earlier = walk.first_forecast; earlier < b; ++earlier) {
            auto const missed = so_far.misses(earlier, cases.blocks[b].known_until);
            if (missed.forecasts == 0) continue;
            tails.below.update(missed.below);
            tails.above.update(missed.above);
        }
        for (std::size_t i = cases.blocks[b].from; i < cases.blocks[b].to; ++i)
            if (!std::isnan(centres[i])) out.of[i] = around(centres[i], range, tails);
    }
    return out;
}

}  // namespace clustersim
