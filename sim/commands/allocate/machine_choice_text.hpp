// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/allocate/planned_project.hpp"

#include <string>

namespace clustersim {

/// Why the first machine was chosen before the others, what each costs, and how sure that is, in one sentence for each; how waits count.
std::string machine_choice_text(Project const& project, Allocations const& found);

}  // namespace clustersim
