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
    /// `per_bin` errors at least in each of at most `most_bins` bins; fewer errors are one bin.
    CalibratedRange(std::span<PastForecast const> past, std::size_t per_bin, std::size_t most_bins);

    /// The p quantile of the outcome of a forecast with this centre; nothing if no past outcome is known.
    [[nodiscard]] std::optional<double> quantile(double centre, double p) const;

  private:
    std::vector<double> upper_edges_;          ///< of all bins but the last, ascending
    std::vector<std::vector<double>> errors_;  ///< outcome - centre, ascending, of each bin
};

}  // namespace clustersim
