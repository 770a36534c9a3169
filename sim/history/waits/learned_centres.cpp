// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/learned_centres.hpp"

#include "sim/study/parallel.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace clustersim {
namespace {

/// Blocks that one fit forecasts.
struct FitSpan {
    std::size_t from = 0, to = 0;
};

std::vector<std::size_t> rows_between(std::size_t from, std::size_t to) {
    std::vector<std::size_t> rows(to - from);
    std::iota(rows.begin(), rows.end(), from);
    return rows;
}

/// The forecasts of one span of blocks, written to their places.
Result<void> forecast_span(WaitCases const& cases,
                           FitSpan const& span,
                           LearningOptions const& options,
                           std::vector<double>& centres) {
    std::size_t const from = cases.blocks[span.from].from;
    std::size_t const to = cases.blocks[span.to - 1].to;
    if (from == 0 || from == to) return {};
    auto const trees = fit_trees(cases, cases.blocks[span.from], options);
    if (!trees) return failure(trees.error());
    auto const found = trees->centres(cases.features.selected(rows_between(from, to)));
    if (!found) return failure(found.error());
    std::ranges::copy(*found, centres.begin() + static_cast<std::ptrdiff_t>(from));
    return {};
}

}  // namespace

Result<std::vector<double>>
learned_centres(WaitCases const& cases, WaitWalk const& walk, LearningOptions const& options) {
    std::vector<FitSpan> spans;
    for (std::size_t b = walk.first_forecast; b < cases.blocks.size(); b += walk.blocks_per_fit)
        spans.push_back({b, std::min(b + walk.blocks_per_fit, cases.blocks.size())});
    std::vector<double> centres(cases.cases.size(), std::numeric_limits<double>::quiet_NaN());
    std::vector<Result<void>> done(spans.size());
    // The latest spans learn from most rows, so they go first.
    bool const complete = run_parallel(spans.size(), options.work, [&](std::size_t i) {
        std::size_t const span = spans.size() - 1 - i;
        done[span] = forecast_span(cases, spans[span], options, centres);
    });
    if (!complete) return std::vector<double>();
    for (Result<void>& one : done)
        if (!one) return failure(std::move(one.error()));
    return centres;
}

}  // namespace clustersim
