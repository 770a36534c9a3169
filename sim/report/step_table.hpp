// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/scaling.hpp"
#include "models/energy/energy.hpp"
#include "sim/report/format.hpp"

#include <span>
#include <string>

namespace clustersim {

/// A predicted step on so many nodes.
struct StepPoint {
    ScalingPoint point;
    EnergyUse energy;  ///< of one step, all nodes
};

/// What the points have in common.
struct StepHeading {
    std::string application;
    std::string system;
    std::string partition;
    std::string accelerator;
    Scaling scaling = Scaling::weak;
};

/// Step times with their parts, rates, efficiency, memory and energy; in text formats the memory's parts
/// stand in a second table. Efficiencies are relative to the first point.
std::string
steps_text(StepHeading const& heading, std::span<StepPoint const> points, Format format);

}  // namespace clustersim
