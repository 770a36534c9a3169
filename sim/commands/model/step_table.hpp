// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"
#include "sim/study/step.hpp"

#include <string>

namespace clustersim {

/// Step times with their parts (which add up to the step), rates, efficiency, memory and energy. The text formats have
/// separate tables for the parts of time, memory and loading. Efficiencies are relative to the fewest nodes. Several
/// plans on one count of nodes are compared in one table, unless every `detail` is asked for.
std::string steps_text(StepAnswer const& answer, Format format, bool detail = false);

}  // namespace clustersim
