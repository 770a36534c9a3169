// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/learned_trees.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace clustersim {
namespace {

/// What is known of the earlier cases at an instant.
struct KnownWaits {
    std::vector<std::size_t> rows;
    std::vector<double> log_waits;  ///< until now, for those still waiting
    /// Positions in `rows` of the waits that have ended, and of those that have not.
    std::vector<std::size_t> ended, censored;
};

KnownWaits known_at(WaitCases const& cases, WaitBlock const& block, std::size_t most_rows) {
    Instant const now = block.known_until;
    std::size_t const to = block.from;
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

/// Replaces the waits that have not ended by their expected values under a fit to the others.
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

}  // namespace

Result<std::vector<double>> LearnedTrees::centres(FeatureTable const& table) const {
    std::vector<double> means(table.rows(), 0.0);
    for (BoostedTrees const& trees : fits_) {
        auto const predicted = trees.predict(table);
        if (!predicted) return failure(predicted.error());
        for (std::size_t i = 0; i < means.size(); ++i)
            means[i] += (*predicted)[i] / static_cast<double>(fits_.size());
    }
    // No wait is shorter than 0 s.
    for (double& mean : means) mean = std::max(mean, 0.0);
    return means;
}

Result<LearnedTrees>
fit_trees(WaitCases const& cases, WaitBlock const& block, LearningOptions const& options) {
    KnownWaits known = known_at(cases, block, options.most_rows);
    CS_ENSURE(!known.rows.empty(), "there is something to learn from");
    FeatureTable const table = cases.features.selected(known.rows);
    if (auto const done = expect_censored(table, known, options); !done)
        return failure(done.error());
    std::vector<BoostedTrees> fits;
    for (std::uint32_t const seed : options.seeds) {
        auto trees = BoostedTrees::fit(table, known.log_waits, options.trees, seed);
        if (!trees) return failure(std::move(trees.error()));
        fits.push_back(std::move(*trees));
    }
    return LearnedTrees(std::move(fits));
}

}  // namespace clustersim
