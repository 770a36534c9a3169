// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/allocate/planned_project.hpp"

#include <vector>

namespace clustersim {

/// The node-hours that stages use in each month of the calendar, from the first to the last, and that part of the
/// request; a stage uses its hours evenly between its median begin and end.
std::vector<MonthUse>
month_use(std::vector<PlannedStage> const& stages, Date start, RequestedTime const& asked);

}  // namespace clustersim
