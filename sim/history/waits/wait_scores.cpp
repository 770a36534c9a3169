// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/wait_scores.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/stats/quantile.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace clustersim {
namespace {

/// The loss that the p quantile minimises.
double quantile_loss(double forecast, double outcome, double p) {
    double const above = outcome - forecast;
    return above >= 0.0 ? p * above : (p - 1.0) * above;
}

/// Sum and number of the squared errors of each block with any.
std::vector<std::pair<double, double>> errors_by_block(WaitCases const& cases,
                                                       MethodForecasts const& forecasts,
                                                       std::span<std::size_t const> positions) {
    std::vector<std::pair<double, double>> sums;
    std::size_t block = 0;
    std::size_t last = cases.blocks.size();
    for (std::size_t const i : positions) {
        while (i >= cases.blocks[block].to) ++block;
        if (block != last) sums.emplace_back(0.0, 0.0);
        last = block;
        double const error = forecasts.of[i]->centre - cases.cases[i].log_wait();
        sums.back().first += error * error;
        sums.back().second += 1.0;
    }
    return sums;
}

}  // namespace

WaitScore score_of(WaitCases const& cases,
                   MethodForecasts const& forecasts,
                   std::span<std::size_t const> positions) {
    WaitScore score{.jobs = positions.size()};
    if (positions.empty()) return score;
    for (std::size_t const i : positions) {
        WaitForecast const& forecast = *forecasts.of[i];
        double const outcome = cases.cases[i].log_wait();
        double const error = forecast.centre - outcome;
        score.squared_error += error * error;
        score.within_2 += std::abs(error) <= std::log10(2.0) ? 1.0 : 0.0;
        score.within_3 += std::abs(error) <= std::log10(3.0) ? 1.0 : 0.0;
        for (std::size_t q = 0; q < forecast_levels.size(); ++q)
            score.pinball += quantile_loss(forecast.quantiles[q], outcome, forecast_levels[q]) /
                             static_cast<double>(forecast_levels.size());
        double const low = forecast.quantiles.front();
        double const high = forecast.quantiles.back();
        score.held += low <= outcome && outcome <= high ? 1.0 : 0.0;
        score.width += high - low;
    }
    for (double* mean : {&score.squared_error,
                         &score.within_2,
                         &score.within_3,
                         &score.pinball,
                         &score.held,
                         &score.width})
        *mean /= static_cast<double>(positions.size());
    return score;
}

ScoreInterval squared_error_interval(WaitCases const& cases,
                                     MethodForecasts const& forecasts,
                                     std::span<std::size_t const> positions) {
    constexpr std::size_t resamples = 1000;
    auto const blocks = errors_by_block(cases, forecasts, positions);
    if (blocks.empty()) return {};
    RandomStream random(1, "bootstrap of blocks");
    std::vector<double> means;
    for (std::size_t r = 0; r < resamples; ++r) {
        double sum = 0.0;
        double count = 0.0;
        for (std::size_t k = 0; k < blocks.size(); ++k) {
            auto const& [errors, jobs] = blocks[random.uniform_int(blocks.size())];
            sum += errors;
            count += jobs;
        }
        means.push_back(sum / count);
    }
    auto const ascending = sorted(means);
    return {quantile(ascending, 0.05), quantile(ascending, 0.95)};
}

MethodScore method_score(WaitCases const& cases,
                         MethodForecasts const& forecasts,
                         std::span<std::size_t const> positions) {
    return {forecasts.method,
            score_of(cases, forecasts, positions),
            squared_error_interval(cases, forecasts, positions)};
}

std::vector<WaitGroup> groups_of(WaitCases const& cases, std::span<std::size_t const> positions) {
    std::vector<WaitGroup> groups;
    auto const add = [&](std::string name, std::function<bool(WaitCase const&)> const& is_in) {
        WaitGroup group{.name = std::move(name), .positions = {}};
        for (std::size_t const i : positions)
            if (is_in(cases.cases[i])) group.positions.push_back(i);
        if (!group.positions.empty()) groups.push_back(std::move(group));
    };
    using enum JobSizeClass;
    using enum WalltimeClass;
    for (JobSizeClass const size : {smallest, small, medium, large})
        add(std::string(name_of(size)), [size](WaitCase const& one) { return one.size == size; });
    for (WalltimeClass const limit : {hours_3, hours_12, day, days_3, longer, unknown})
        add(
            std::string(name_of(limit)),
            [limit](WaitCase const& one) { return one.limit == limit; });
    bool const gpus =
        std::ranges::any_of(positions, [&](std::size_t const i) { return cases.cases[i].gpu; });
    if (gpus) {
        add(
            "with GPUs", [](WaitCase const& one) { return one.gpu; });
        add("without GPUs", [](WaitCase const& one) { return !one.gpu; });
    }
    return groups;
}

double shortest_range(std::span<double const> values, double share) {
    auto const ascending = sorted(values);
    auto const held = std::max<std::size_t>(
        1, static_cast<std::size_t>(std::ceil(share * static_cast<double>(ascending.size()))));
    double shortest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i + held <= ascending.size(); ++i)
        shortest = std::min(shortest, ascending[i + held - 1] - ascending[i]);
    return shortest;
}

}  // namespace clustersim
