// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace clustersim {

/// A forecast made before, and what is known of its outcome by now.
struct PastForecast {
    double centre = 0.0;
    double outcome = 0.0;
    bool ended = true;  ///< false: the outcome will be `outcome` or larger
};

/// Quantiles around the centre of a forecast, from the errors of past forecasts with a similar centre: split conformal
/// prediction in bins of equal counts (Mondrian conformal prediction, V. Vovk, A. Gammerman and G. Shafer, Algorithmic
/// Learning in a Random World, Springer 2005, section 4.5). An outcome that is not known yet counts with its lower
/// bound where this is above the centre; otherwise it says nothing.
class CalibratedRange {
  public:
    /// Makes at most `most_bins` bins with at least `per_bin` errors each; fewer errors form one
    /// bin.
    CalibratedRange(std::span<PastForecast const> past, std::size_t per_bin, std::size_t most_bins);

    /// A range that was stored: `upper_edges` of all bins but the last, and the errors of each bin, all ascending.
    CalibratedRange(std::vector<double> upper_edges, std::vector<std::vector<double>> errors);

    /// The p quantile of the outcome of a forecast with this centre; nothing if no past outcome is known.
    [[nodiscard]] std::optional<double> quantile(double centre, double p) const;
    /// The share of the outcomes of forecasts with this centre that lie below `outcome`: the inverse of quantile(), 0 and
    /// 1 beyond its ends.
    [[nodiscard]] std::optional<double> share_below(double centre, double outcome) const;
    /// How many of the past outcomes near this centre lie at or above `outcome`.
    [[nodiscard]] std::size_t count_from(double centre, double outcome) const;

    [[nodiscard]] std::vector<double> const& upper_edges() const { return upper_edges_; }
    [[nodiscard]] std::vector<std::vector<double>> const& errors() const { return errors_; }

  private:
    [[nodiscard]] std::vector<double> const& errors_near(double centre) const;

    std::vector<double> upper_edges_;          ///< of all bins but the last, ascending
    std::vector<std::vector<double>> errors_;  ///< outcome - centre, ascending, of each bin
};

}  // namespace clustersim
