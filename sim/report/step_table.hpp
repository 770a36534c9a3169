// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/scaling.hpp"
#include "models/energy/energy.hpp"
#include "models/storage/data_loading.hpp"
#include "sim/report/format.hpp"

#include <optional>
#include <span>
#include <string>

namespace clustersim {

/// A predicted step on so many nodes.
struct StepPoint {
    ScalingPoint point;
    EnergyUse energy;              ///< of one step, all nodes
    std::optional<LoadTime> load;  ///< of its samples beside the step; unset: synthetic ones
};

/// What the points have in common.
struct StepHeading {
    std::string application;
    std::string system;
    std::string partition;
    std::string accelerator;
    Scaling scaling = Scaling::weak;
    std::string data;  ///< where the samples come from
};

/// Step times with their parts, which add up to the step, rates, efficiency, memory and energy; in text formats the
/// parts of time, of memory and of loading stand in tables of their own. Efficiencies are relative to the fewest nodes.
std::string
steps_text(StepHeading const& heading, std::span<StepPoint const> points, Format format);

}  // namespace clustersim
