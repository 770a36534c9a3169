// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/allocate/planned_project.hpp"

#include <string>

namespace clustersim {

/// The plan of a project on each machine (schema clustersim/allocation/1); times in s since the start.
std::string allocation_json(Project const& project, Allocations const& found, Date start);

}  // namespace clustersim
