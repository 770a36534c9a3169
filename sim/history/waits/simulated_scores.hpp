// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/past_job.hpp"
#include "sim/history/waits/learned_trees.hpp"
#include "sim/history/waits/wait_cases.hpp"
#include "sim/history/waits/wait_forecast.hpp"
#include "sim/history/waits/wait_scores.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// Which jobs of a log are simulated.
struct LogSimulation {
    Past const& past;                   ///< one job for each case
    std::size_t most = 0;               ///< evenly spaced ones of those that are scored
    std::optional<std::int64_t> nodes;  ///< of the machine; absent: the most in use so far
};

/// Waits by simulation, of some of the scored jobs (simulated_waits.hpp).
struct SimulatedScores {
    std::vector<MethodScore>
        methods;  ///< all methods for these jobs; the simulations are the last two
    double recorded_mean = 0.0, recorded_median = 0.0;  ///< waits, seconds
    std::array<double, 2> mean{}, median{};  ///< of the simulations, over jobs and samples
    std::vector<std::string> inferred;       ///< of the last part of the log (describe())
    std::size_t inferences = 0;
    // Over all inferences:
    std::size_t with_lost = 0, with_closed = 0, with_limits = 0, with_order = 0;
};

/// Simulates the waits of some of the `scored` cases, with and without friction, and scores
/// `methods` and both simulations for these cases. Friction is inferred anew whenever the trees are
/// fitted anew, from the 60 days before. Nothing if interrupted.
std::optional<SimulatedScores> simulated_scores(WaitCases const& cases,
                                                WaitWalk const& walk,
                                                std::vector<MethodForecasts> const& methods,
                                                std::span<std::size_t const> scored,
                                                LogSimulation const& simulation,
                                                LearningOptions const& options);

}  // namespace clustersim
