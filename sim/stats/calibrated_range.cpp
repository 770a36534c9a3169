// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/calibrated_range.hpp"

#include "sim/stats/quantile.hpp"

#include <algorithm>

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

std::optional<double> CalibratedRange::quantile(double centre, double p) const {
    if (errors_.empty()) return std::nullopt;
    auto const bin = std::ranges::upper_bound(upper_edges_, centre) - upper_edges_.begin();
    return centre + clustersim::quantile(errors_[static_cast<std::size_t>(bin)], p);
}

}  // namespace clustersim
