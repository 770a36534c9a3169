// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/allocate/planned_project.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// What speaks against the plan of one machine, a sentence without its stop each; empty if nothing does.
std::vector<std::string> shortfall_texts(Project const& project, PlannedProject const& allocation);

}  // namespace clustersim
