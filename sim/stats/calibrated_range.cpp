// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/calibrated_range.hpp"

#include "sim/stats/quantile.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace clustersim {

CalibratedRange::CalibratedRange(std::span<PastForecast const> past,
                                 std::size_t per_bin,
                                 std::size_t most_bins) {
    std::vector<PastForecast> known;
    known.reserve(past.size());
    for (PastForecast const& one : past)
        if (one.ended || one.outcome > one.centre) known.push_back(one);
    if (known.empty()) return;
    std::ranges::stable_sort(known, {}, &PastForecast::centre);
    std::size_t const bins = std::clamp<std::size_t>(known.size() / per_bin, 1, most_bins);
    for (std::size_t bin = 0; bin < bins; ++bin) {
        std::size_t const from = known.size() * bin / bins;
        std::size_t const to = known.size() * (bin + 1) / bins;
        std::vector<double> errors;
        errors.reserve(to - from);
        for (std::size_t i = from; i < to; ++i)
            errors.push_back(known[i].outcome - known[i].centre);
        std::ranges::sort(errors);
        errors_.push_back(std::move(errors));
        if (bin + 1 < bins) upper_edges_.push_back(known[to].centre);
    }
}

CalibratedRange::CalibratedRange(std::vector<double> upper_edges,
                                 std::vector<std::vector<double>> errors)
    : upper_edges_(std::move(upper_edges)), errors_(std::move(errors)) {}

std::vector<double> const& CalibratedRange::errors_near(double centre) const {
    auto const bin = std::ranges::upper_bound(upper_edges_, centre) - upper_edges_.begin();
    return errors_[static_cast<std::size_t>(bin)];
}

std::optional<double> CalibratedRange::quantile(double centre, double p) const {
    if (errors_.empty()) return std::nullopt;
    return centre + clustersim::quantile(errors_near(centre), p);
}

std::optional<double> CalibratedRange::share_below(double centre, double outcome) const {
    if (errors_.empty()) return std::nullopt;
    auto const& errors = errors_near(centre);
    double const error = outcome - centre;
    auto const at = std::ranges::lower_bound(errors, error);
    if (at == errors.begin()) return 0.0;
    if (at == errors.end()) return 1.0;
    // Between two order statistics, as quantile() interpolates.
    double const before = *std::prev(at);
    auto const rank = static_cast<double>(at - errors.begin() - 1);
    return (rank + (error - before) / (*at - before)) / static_cast<double>(errors.size() - 1);
}

std::size_t CalibratedRange::count_from(double centre, double outcome) const {
    if (errors_.empty()) return 0;
    auto const& errors = errors_near(centre);
    return static_cast<std::size_t>(errors.end() -
                                    std::ranges::lower_bound(errors, outcome - centre));
}

}  // namespace clustersim
