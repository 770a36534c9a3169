// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"
#include "sim/study/step.hpp"

#include <string>

namespace clustersim {

/// Step times with their parts, which add up to the step, rates, efficiency, memory and energy; in text formats the
/// parts of time, of memory and of loading stand in tables of their own. Efficiencies are relative to the fewest nodes.
std::string steps_text(StepAnswer const& answer, Format format);

}  // namespace clustersim
