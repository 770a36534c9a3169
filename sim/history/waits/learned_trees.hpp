// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/history/waits/wait_cases.hpp"
#include "sim/stats/boosted_trees.hpp"
#include "sim/study/work.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim {

struct LearningOptions {
    TreeOptions trees;
    std::vector<std::uint32_t> seeds{1, 2, 3};  ///< one fit each; their mean is the forecast
    std::size_t most_rows = 200'000;  ///< the trees learn from at most this many of the latest rows
    double simulated_work = 5e9;      ///< that simulated_columns() may do
    Work work;                        ///< counts fits
    Work::Progress simulation_progress;  ///< jobs simulated, of all
};

/// Trees that were fitted at one instant, one for each seed.
class LearnedTrees {
  public:
    explicit LearnedTrees(std::vector<BoostedTrees> fits) : fits_(std::move(fits)) {}

    /// Means of log10 of the wait + 1 s for each row, not below 0. Error: what the library of the trees reports.
    [[nodiscard]] Result<std::vector<double>> centres(FeatureTable const& table) const;
    [[nodiscard]] std::vector<BoostedTrees> const& fits() const { return fits_; }

  private:
    std::vector<BoostedTrees> fits_;
};

/// Fits trees to the cases before a block, as known at its beginning: to waits that had ended, and
/// to those still going on, which will last at least as long as now. The latter count with their
/// expected value under a first fit and its errors (J. Buckley and I. James, Linear regression with
/// censored data, Biometrika 66 (1979) 429, doi:10.1093/biomet/66.3.429); without them, all that is
/// recent would look short.
///
/// At least one case is before the block. Error: what the library of the trees reports.
Result<LearnedTrees>
fit_trees(WaitCases const& cases, WaitBlock const& block, LearningOptions const& options);

}  // namespace clustersim
