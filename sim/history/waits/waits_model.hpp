// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/history/waits/learned_trees.hpp"
#include "sim/history/waits/number_of_name.hpp"
#include "sim/history/waits/wait_calibration.hpp"
#include "sim/history/waits/wait_scores.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// What a machine's past says of the wait of its next job: trees, the errors of earlier forecasts, and how good those
/// were. Instants are Unix times.
struct WaitsModel {
    std::string version;               ///< of the program that fitted it
    std::vector<std::string> columns;  ///< that the trees learned from, in their order
    /// Of each column, the largest value that the trees learned from; the lowest number if all were missing.
    std::vector<double> largest;
    LearnedTrees trees;
    WaitCalibration calibration;
    WaitNames names;
    Instant from;           ///< the first submission
    Instant until;          ///< nothing that came later was used
    std::size_t days = 0;   ///< with submissions
    std::size_t ended = 0;  ///< waits
    WaitScore score;        ///< of the forecasts of the walk, as validate_waits.hpp scores them
    std::size_t scored_days = 0;
};

/// Columns of one row that can only raise a wait and are larger than ever before the model was fitted: trees forecast no
/// more for them than for the largest that they know. "waiting jobs", "oldest wait".
std::vector<std::string> beyond_the_past(WaitsModel const& model, FeatureTable const& row);

/// A model, or why there is none. Neither: interrupted.
struct LearnedWaits {
    std::optional<WaitsModel> model;
    std::string too_few;  ///< "312 waits that ended; trees need 480"
};

/// Learns from cases as known at `now`: trees are fitted to all of them, and the range comes from a walk through their
/// days (learned_centres.hpp, learned_forecasts.hpp), which is scored, too.
///
/// Needs enough ended waits to fill the leaves of one tree (leaves * rows of a leaf / share of the
/// rows that a tree sees), enough days for validate_waits() to score one, and enough scored waits
/// for a bound of a 5 % quantile with 95 % confidence (59). The answer does not depend on the
/// number of workers. Error: what the library of the trees reports.
Result<LearnedWaits> learn_waits(WaitCases const& cases,
                                 WaitNames const& names,
                                 Instant now,
                                 LearningOptions const& options);

}  // namespace clustersim
