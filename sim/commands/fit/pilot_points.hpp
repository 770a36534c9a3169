// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/platform.hpp"
#include "models/application/scaling.hpp"
#include "sim/commands/fit/pilot_parameter.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"
#include "sim/study/measured_table.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// A job whose pilot was measured, as its defaults plan it on any number of nodes.
struct PilotSetup {
    Application application;
    std::string system;  ///< the name of the machine
    Platform platform;
    Scaling scaling = Scaling::weak;
    std::vector<PilotParameter> fit;  ///< empty: as many as the measurements determine
};

struct PilotPoint {
    int nodes = 1;
    Duration step{};
};

/// From the column `nodes` and one of `step_time_s` (or `iter_s`), `samples_per_s` and `tokens_per_s`, which the
/// setup's batch turns into times. All problems are reported with their lines.
Result<std::vector<PilotPoint>> pilot_points(MeasuredTable const& table, PilotSetup const& setup);

}  // namespace clustersim
