// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/sweep/sweep_plan.hpp"
#include "sim/scenario/variants.hpp"
#include "sim/study/answered.hpp"

#include <functional>
#include <optional>
#include <string>

namespace clustersim {

/// What does the sweep of a scenario need as a job array of a machine?
struct PlannedSweepQuestion {
    GivenDocument scenario;
    Settings settings;                  ///< changes of the scenario
    std::string system;                 ///< name or file
    std::string partition;              ///< empty: one without accelerators, if the machine has one
    std::optional<Duration> core_time;  ///< of all points on one core; absent: some are measured
};

struct PlannedSweepAnswer {
    SweepPlanQuestion question;  ///< with the number of points and their time
    SweepPlan plan;
};

/// Reads the sweep, measures the time of some points if none is given, and plans the job array. `clock` counts seconds
/// of processor time.
Answered<PlannedSweepAnswer> plan_scenario_sweep(PlannedSweepQuestion const& asked,
                                                 RunOptions const& options,
                                                 std::function<double()> const& clock);

}  // namespace clustersim
