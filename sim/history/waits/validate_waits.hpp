// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/fit/log_question.hpp"
#include "sim/history/waits/learned_centres.hpp"
#include "sim/history/waits/simulated_scores.hpp"
#include "sim/history/waits/wait_scores.hpp"
#include "sim/study/answered.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// How good would forecasts of these waits have been?
struct WaitsQuestion {
    LogQuestion log;  ///< its files: logs, or tables of snapshots
    std::optional<std::size_t>
        learn;  ///< blocks that are only learned from; absent: 10 instants of snapshots, a third
                ///< of the days of a log
    std::size_t simulate = 0;  ///< jobs of a log that are simulated, too; 0: none
    std::optional<std::int64_t>
        nodes;  ///< of the machine that is simulated; absent: the most in use so far
};

struct GroupScore {
    std::string name;
    WaitScore score;  ///< of the boosted trees
};

struct WaitsAnswer {
    WaitSource source = WaitSource::log;
    std::size_t blocks = 0;  ///< instants of snapshots, or days with submissions
    std::size_t learned_blocks = 0;
    std::size_t jobs = 0;  ///< all with a start
    std::size_t never_started = 0;
    std::size_t columns = 0;           ///< that trees learn from
    std::size_t simulated_jobs = 0;    ///< scored jobs with simulated_columns()
    std::size_t fits = 0;              ///< times that trees are fitted anew
    double best_constant_width = 0.0;  ///< of the range for all scored jobs, in hindsight
    std::vector<MethodScore> methods;  ///< the boosted trees are the last one
    std::vector<GroupScore> groups;
    /// Of a log, the boosted trees for jobs that still waited when a scored day began
    /// (waited_forecasts.hpp); one forecast for each day and job.
    std::optional<WaitScore> waited;
    std::size_t waited_without_range = 0;
    std::optional<SimulatedScores> simulated;
};

/// Walks through the input in time, forecasts every job from what was known then, and scores the forecasts.
/// Errors: those of read_waits() and read_noon_snapshots(); CS0110 for snapshots next to logs; CS0107 for too
/// few blocks. No answer if interrupted.
Answered<WaitsAnswer> validate_waits(WaitsQuestion const& question, LearningOptions const& options);

/// The same for cases in memory; `simulation` is that of their log.
Answered<WaitsAnswer> score_waits(WaitCases const& cases,
                                  std::optional<std::size_t> learn,
                                  LearningOptions const& options,
                                  LogSimulation const* simulation = nullptr);

}  // namespace clustersim
