// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/history/waits/learned_trees.hpp"
#include "sim/history/waits/wait_cases.hpp"
#include "sim/history/waits/wait_forecast.hpp"

#include <vector>

namespace clustersim {

/// Means of log10 of the wait + 1 s by boosted trees, for each case from walk.first_forecast on; NaN for those before.
/// Fits are renewed every walk.blocks_per_fit blocks and learn from cases of earlier blocks alone, as known at the
/// beginning of the block (learned_trees.hpp). The answer does not depend on the number of workers.
///
/// Error: what the library of the trees reports. Interrupted: an empty vector.
Result<std::vector<double>>
learned_centres(WaitCases const& cases, WaitWalk const& walk, LearningOptions const& options);

}  // namespace clustersim
