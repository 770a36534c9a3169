// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/simulated_scores.hpp"

#include "sim/history/friction/simulated_waits.hpp"
#include "sim/stats/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace clustersim {
namespace {

WaitForecast forecast_of(std::vector<std::int64_t> const& waits) {
    std::vector<double> logs;
    for (std::int64_t const wait : waits)
        logs.push_back(std::log10(static_cast<double>(wait) + 1.0));
    auto const ascending = sorted(logs);
    WaitForecast out{.centre = median(ascending)};
    for (std::size_t i = 0; i < forecast_levels.size(); ++i)
        out.quantiles[i] = quantile(ascending, forecast_levels[i]);
    return out;
}

std::pair<double, double> mean_and_median(std::vector<std::vector<std::int64_t>> const& samples) {
    std::vector<double> all;
    for (auto const& waits : samples)
        for (std::int64_t const wait : waits) all.push_back(static_cast<double>(wait));
    return {mean(all), median(sorted(all))};
}

/// The block of a case.
std::size_t block_of(WaitCases const& cases, std::size_t position) {
    auto const after = std::ranges::upper_bound(cases.blocks, position, {}, &WaitBlock::from);
    return static_cast<std::size_t>(after - cases.blocks.begin()) - 1;
}

}  // namespace

std::optional<SimulatedScores> simulated_scores(WaitCases const& cases,
                                                WaitWalk const& walk,
                                                std::vector<MethodForecasts> const& methods,
                                                std::span<std::size_t const> scored,
                                                LogSimulation const& simulation,
                                                LearningOptions const& options) {
    std::vector<std::size_t> positions;
    std::vector<AskedWait> asked;
    auto const count = std::min(simulation.most, scored.size());
    for (std::size_t i = 0; i < count; ++i) {
        auto const position = scored[i * scored.size() / count];
        auto const since_first = block_of(cases, position) - walk.first_forecast;
        auto const fitted =
            walk.first_forecast + since_first / walk.blocks_per_fit * walk.blocks_per_fit;
        positions.push_back(position);
        asked.push_back({position, cases.blocks[fitted].known_until});
    }
    SimulationOptions simulate;
    simulate.work = options.work.telling({});
    auto const waits = simulated_waits(simulation.past, simulation.nodes, asked, simulate);
    if (!waits) return std::nullopt;
    SimulatedScores out;
    for (MethodForecasts const& method : methods)
        out.methods.push_back(method_score(cases, method, positions));
    std::vector<double> recorded;
    for (std::size_t const i : positions)
        recorded.push_back(static_cast<double>((cases.cases[i].start - cases.cases[i].at).count));
    out.recorded_mean = mean(recorded);
    out.recorded_median = median(sorted(recorded));
    for (std::size_t k = 0; k < 2; ++k) {
        auto const& samples = k == 0 ? waits->clean : waits->with_friction;
        MethodForecasts forecasts{k == 0 ? "simulation" : "simulation with friction",
                                  std::vector<std::optional<WaitForecast>>(cases.cases.size())};
        for (std::size_t i = 0; i < positions.size(); ++i)
            forecasts.of[positions[i]] = forecast_of(samples[i]);
        out.methods.push_back(method_score(cases, forecasts, positions));
        std::tie(out.mean[k], out.median[k]) = mean_and_median(samples);
    }
    for (Friction const& one : waits->frictions) {
        ++out.inferences;
        out.with_lost += one.lost.empty() ? 0 : 1;
        out.with_closed += one.closed.empty() ? 0 : 1;
        out.with_limits += one.user_limits.empty() && one.queue_limits.empty() ? 0 : 1;
        out.with_order += one.offsets.empty() ? 0 : 1;
    }
    out.inferred = describe(waits->frictions.back());
    return out;
}

}  // namespace clustersim
