// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"
#include "sim/study/step.hpp"

#include <string>

namespace clustersim {

/// Step times with their parts (which add up to the step), rates, efficiency, memory and energy. The text formats have
/// separate tables for the parts of time, memory and loading. Efficiencies are relative to the fewest nodes.
std::string steps_text(StepAnswer const& answer, Format format);

}  // namespace clustersim
