// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/waits_model.hpp"

#include "sim/core/version.hpp"
#include "sim/history/waits/learned_centres.hpp"
#include "sim/history/waits/learned_forecasts.hpp"
#include "sim/history/waits/simple_forecasts.hpp"
#include "sim/history/waits/wait_walk.hpp"
#include "sim/stats/quantile_bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace clustersim {
namespace {

std::size_t waits_to_fill(TreeOptions const& trees) {
    return static_cast<std::size_t>(
        std::ceil(trees.leaves * trees.rows_per_leaf / trees.row_share));
}

/// The walk through a past. Ranges follow the latest errors (wait_calibration.hpp), and each week
/// of the walk needs a fit. In a long past, the walk therefore covers only the last `most_walked`
/// waits, of at least `fewest_walked` days.
WaitWalk walk_through(WaitCases const& cases) {
    constexpr std::size_t most_walked = 50'000;
    constexpr std::size_t fewest_walked = 14;
    WaitWalk walk = walk_of(cases, learned_blocks(cases));
    std::size_t const days = cases.blocks.size();
    std::size_t first = walk.first_forecast;
    while (first + fewest_walked < days &&
           cases.cases.size() - cases.blocks[first].from > most_walked)
        ++first;
    if (first == walk.first_forecast) return walk;
    walk.first_forecast = first;
    // As in the walk through a short past, the first fifth of the forecasts is for the ranges alone.
    walk.first_scored =
        std::max(walk.first_scored, first + std::max<std::size_t>(1, (days - first) / 5));
    return walk;
}

std::string too_few(std::size_t days, std::size_t ended, TreeOptions const& trees) {
    std::size_t const fill = waits_to_fill(trees);
    if (ended < fill)
        return fmt::format("{} waits ended; trees need {}, which fill their leaves", ended, fill);
    if (days <= fewest_learned)
        return fmt::format(
            "submissions on {} days; trees need {}: {} to learn from and one to score",
            days,
            fewest_learned + 1,
            fewest_learned);
    return {};
}

/// The forecasts of the walk whose waits have ended by now.
std::vector<std::size_t> scored_until(WaitCases const& cases,
                                      MethodForecasts const& forecasts,
                                      WaitWalk const& walk,
                                      Instant now) {
    std::vector<std::size_t> positions;
    for (std::size_t i = cases.blocks[walk.first_scored].from; i < cases.cases.size(); ++i)
        if (forecasts.of[i] && cases.cases[i].has_ended(now)) positions.push_back(i);
    return positions;
}

std::size_t days_with(WaitCases const& cases, std::vector<std::size_t> const& positions) {
    std::size_t days = 0;
    auto next = positions.begin();
    for (WaitBlock const& block : cases.blocks) {
        auto const first = next;
        while (next != positions.end() && *next < block.to) ++next;
        if (next != first) ++days;
    }
    return days;
}

std::vector<double> largest_of(FeatureTable const& table) {
    std::vector<double> largest(table.columns().size(), std::numeric_limits<double>::lowest());
    for (std::size_t i = 0; i < table.rows(); ++i) {
        auto const row = table.row(i);
        for (std::size_t c = 0; c < row.size(); ++c)
            if (!std::isnan(row[c])) largest[c] = std::max(largest[c], static_cast<double>(row[c]));
    }
    return largest;
}

}  // namespace

std::vector<std::string> beyond_the_past(WaitsModel const& model, FeatureTable const& row) {
    std::vector<std::string> out;
    auto const values = row.row(0);
    for (std::size_t c = 0; c < values.size(); ++c) {
        FeatureColumn const& column = row.columns()[c];
        if (column.effect != Monotone::raises || !(values[c] > model.largest[c])) continue;
        out.push_back(column.name);
        std::ranges::replace(out.back(), '_', ' ');
    }
    return out;
}

Result<LearnedWaits> learn_waits(WaitCases const& cases,
                                 WaitNames const& names,
                                 Instant now,
                                 LearningOptions const& options) {
    LearnedWaits out;
    auto const ended = static_cast<std::size_t>(std::ranges::count_if(
        cases.cases, [now](WaitCase const& one) { return one.has_ended(now); }));
    out.too_few = too_few(cases.blocks.size(), ended, options.trees);
    if (!out.too_few.empty()) return out;
    WaitWalk const walk = walk_through(cases);
    WaitCases known = cases;
    // The next forecast is a block of its own, which has no case yet.
    WaitBlock const next{now, cases.cases.size(), cases.cases.size()};
    known.blocks.push_back(next);
    auto const centres = learned_centres(known, walk, options);
    if (!centres) return failure(centres.error());
    if (centres->empty()) return out;
    auto const forecasts = learned_forecasts(known, walk, *centres);
    auto calibration = WalkCalibration(known, walk, *centres, forecasts).at(cases.blocks.size());
    auto const scored = scored_until(known, forecasts, walk, now);
    if (!calibration ||
        !upper_bound_rank(scored.size(), forecast_levels.back(), bound_confidence)) {
        out.too_few =
            fmt::format("{} waits could be forecast and scored; a range needs 59", scored.size());
        return out;
    }
    auto trees = fit_trees(known, next, options);
    if (!trees) return failure(std::move(trees.error()));
    std::vector<std::string> columns;
    for (FeatureColumn const& column : cases.features.columns()) columns.push_back(column.name);
    out.model = WaitsModel{.version = std::string(program_version()),
                           .columns = std::move(columns),
                           .largest = largest_of(cases.features),
                           .trees = std::move(*trees),
                           .calibration = std::move(*calibration),
                           .names = names,
                           .from = cases.cases.front().at,
                           .until = now,
                           .days = cases.blocks.size(),
                           .ended = ended,
                           .score = score_of(known, forecasts, scored),
                           .scored_days = days_with(known, scored)};
    return out;
}

}  // namespace clustersim
