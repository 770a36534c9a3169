// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/stats/boosted_trees.hpp"
#include "sim/study/waits/wait_cases.hpp"
#include "sim/study/waits/wait_forecast.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace clustersim {

struct LearningOptions {
    TreeOptions trees;
    std::vector<std::uint32_t> seeds{1, 2, 3};  ///< one fit each; their mean is the forecast
    std::size_t most_rows = 200'000;            ///< the latest of them are learned from
    unsigned workers = 1;
    std::function<bool()> interrupted;                       ///< called regularly
    std::function<void(std::size_t, std::size_t)> progress;  ///< fits done, of all
};

/// Means of log10 of the wait + 1 s by boosted trees, for each case from walk.first_forecast on; NaN for those before.
/// Fits are renewed every walk.blocks_per_fit blocks and learn from cases of earlier blocks alone, as known at the
/// beginning of the block: from waits that had ended, and from those still going on, which are at least so long. The
/// latter count with their expected value under a first fit and its errors (J. Buckley and I. James, Linear regression
/// with censored data, Biometrika 66 (1979) 429, doi:10.1093/biomet/66.3.429); without them, all that is recent would
/// look short. The answer does not depend on the number of workers.
///
/// Error: what the library of the trees reports. Interrupted: an empty vector.
Result<std::vector<double>>
learned_centres(WaitCases const& cases, WaitWalk const& walk, LearningOptions const& options);

}  // namespace clustersim
