// SPDX-License-Identifier: Apache-2.0
#include "sim/study/waits/learned_centres.hpp"

#include "sim/study/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace clustersim {
namespace {

/// Blocks that one fit forecasts.
struct FitSpan {
    std::size_t from = 0, to = 0;
};

/// What is known of the earlier cases at an instant.
struct KnownWaits {
    std::vector<std::size_t> rows;
    std::vector<double> log_waits;  ///< until now, for those still waiting
    /// Positions in `rows` of the waits that have ended, and of those that go on.
    std::vector<std::size_t> ended, censored;
};

KnownWaits known_at(WaitCases const& cases, std::size_t block, std::size_t most_rows) {
    Instant const now = cases.blocks[block].known_until;
    std::size_t const to = cases.blocks[block].from;
    KnownWaits known;
    for (std::size_t i = to - std::min(to, most_rows); i < to; ++i) {
        WaitCase const& one = cases.cases[i];
        (one.has_ended(now) ? known.ended : known.censored).push_back(known.rows.size());
        known.rows.push_back(i);
        known.log_waits.push_back(one.log_wait_until(now));
    }
    return known;
}

/// The mean of the errors above a bound; nothing if there are none.
class ErrorTail {
  public:
    explicit ErrorTail(std::vector<double> errors) : ascending_(std::move(errors)) {
        std::ranges::sort(ascending_);
        sums_.resize(ascending_.size() + 1, 0.0);
        for (std::size_t i = ascending_.size(); i-- > 0;) sums_[i] = sums_[i + 1] + ascending_[i];
    }
    [[nodiscard]] std::optional<double> mean_above(double bound) const {
        auto const first = static_cast<std::size_t>(std::ranges::upper_bound(ascending_, bound) -
                                                    ascending_.begin());
        if (first == ascending_.size()) return std::nullopt;
        return sums_[first] / static_cast<double>(ascending_.size() - first);
    }

  private:
    std::vector<double> ascending_;
    std::vector<double> sums_;  ///< of the errors from each position on
};

/// Replaces the waits that go on by what a fit to the others expects of them.
Result<void>
expect_censored(FeatureTable const& table, KnownWaits& known, LearningOptions const& options) {
    if (known.censored.empty() || known.ended.empty()) return {};
    std::vector<double> target;
    for (std::size_t const k : known.ended) target.push_back(known.log_waits[k]);
    auto const learned = table.selected(known.ended);
    auto const trees = BoostedTrees::fit(learned, target, options.trees, options.seeds.front());
    if (!trees) return failure(trees.error());
    auto const fitted = trees->predict(learned);
    auto const expected = trees->predict(table.selected(known.censored));
    if (!fitted) return failure(fitted.error());
    if (!expected) return failure(expected.error());
    for (std::size_t i = 0; i < target.size(); ++i) target[i] -= (*fitted)[i];
    ErrorTail const errors(std::move(target));
    for (std::size_t i = 0; i < known.censored.size(); ++i) {
        double& log_wait = known.log_waits[known.censored[i]];
        // Beyond all errors nothing says how much longer it takes.
        if (auto const more = errors.mean_above(log_wait - (*expected)[i]))
            log_wait = (*expected)[i] + *more;
    }
    return {};
}

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
    KnownWaits known = known_at(cases, span.from, options.most_rows);
    if (known.rows.empty()) return {};
    FeatureTable const table = cases.features.selected(known.rows);
    if (auto const done = expect_censored(table, known, options); !done) return done;
    std::size_t const from = cases.blocks[span.from].from;
    std::size_t const to = cases.blocks[span.to - 1].to;
    FeatureTable const asked = cases.features.selected(rows_between(from, to));
    std::fill(centres.begin() + static_cast<std::ptrdiff_t>(from),
              centres.begin() + static_cast<std::ptrdiff_t>(to),
              0.0);
    for (std::uint32_t const seed : options.seeds) {
        auto const trees = BoostedTrees::fit(table, known.log_waits, options.trees, seed);
        if (!trees) return failure(trees.error());
        auto const predicted = trees->predict(asked);
        if (!predicted) return failure(predicted.error());
        for (std::size_t i = from; i < to; ++i)
            centres[i] += (*predicted)[i - from] / static_cast<double>(options.seeds.size());
    }
    // No wait is shorter than 0 s.
    for (std::size_t i = from; i < to; ++i) centres[i] = std::max(centres[i], 0.0);
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
    bool const complete = run_parallel(
        spans.size(), options.workers, options.interrupted, options.progress, [&](std::size_t i) {
            std::size_t const span = spans.size() - 1 - i;
            done[span] = forecast_span(cases, spans[span], options, centres);
        });
    if (!complete) return std::vector<double>();
    for (Result<void>& one : done)
        if (!one) return failure(std::move(one.error()));
    return centres;
}

}  // namespace clustersim
