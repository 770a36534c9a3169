// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/energy/energy.hpp"

namespace clustersim {

/// The part of the emissions of making the hardware that falls to a job, with the range that the sources leave.
struct EmbodiedCarbon {
    Co2Grams value{};
    Co2Grams low{};
    Co2Grams high{};
};

EmbodiedCarbon embodied_carbon(EnergyUse const& use);

}  // namespace clustersim
